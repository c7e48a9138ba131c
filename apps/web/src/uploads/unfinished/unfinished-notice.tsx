import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { QuestionDialog } from '../../ui/decision/decision-dialog.tsx';
import { Notice } from '../../ui/layout/notice.tsx';

interface UnfinishedNoticeProps {
  readonly title: string;
  /** What came back, and what did not. */
  readonly children: string;
  readonly question: string;
  /** What follows from giving it up. */
  readonly consequence: string;
  readonly onDiscard: () => void;
}

/** Says that something unfinished is here again, and offers to give it up. */
export const UnfinishedNotice = ({ title, children, question, consequence, onDiscard }: UnfinishedNoticeProps) => {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Notice
        tone="accent"
        title={title}
        action={
          <Button variant="secondary" size="sm" onClick={() => setAsks(true)}>
            Discard
          </Button>
        }
      >
        {children}
      </Notice>
      <QuestionDialog
        open={asks}
        title={question}
        cancel="Keep it"
        action="Discard"
        isDestructive
        onAction={onDiscard}
        onClose={() => setAsks(false)}
      >
        {consequence}
      </QuestionDialog>
    </>
  );
};

/** 'fog.jpg and dunes.jpg are no longer in this browser.' */
export const wordsOfLost = (names: readonly string[]): string => {
  if (names.length === 0) return '';
  const list = new Intl.ListFormat('en-US').format(names.map((name) => `“${name}”`));
  return ` ${list} ${names.length === 1 ? 'is' : 'are'} no longer in this browser. Please choose ${names.length === 1 ? 'it' : 'them'} again.`;
};
