import { useState } from 'react';
import { QuestionDialog } from '../../ui/decision/decision-dialog.tsx';
import { Notice, NoticeButton } from '../../ui/layout/notice.tsx';

interface UnfinishedNoticeProps {
  readonly title: string;
  /** What was restored, and what could not be. */
  readonly children: string;
  readonly question: string;
  /** What discarding it means. */
  readonly consequence: string;
  readonly onDiscard: () => void;
}

/** Says that something unfinished was restored, and offers to discard it. */
export const UnfinishedNotice = ({ title, children, question, consequence, onDiscard }: UnfinishedNoticeProps) => {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Notice tone="accent" title={title} action={<NoticeButton onClick={() => setAsking(true)}>Discard</NoticeButton>}>
        {children}
      </Notice>
      <QuestionDialog
        open={isAsking}
        title={question}
        cancel="Keep it"
        action="Discard"
        isDestructive
        onAction={onDiscard}
        onClose={() => setAsking(false)}
      >
        {consequence}
      </QuestionDialog>
    </>
  );
};

/** ' “fog.jpg” and “dunes.jpg” are no longer in this browser. Please choose them again.' Empty for no names. */
export const lostFilesText = (names: readonly string[]): string => {
  if (names.length === 0) return '';
  const list = new Intl.ListFormat('en-US').format(names.map((name) => `“${name}”`));
  return ` ${list} ${names.length === 1 ? 'is' : 'are'} no longer in this browser. Please choose ${names.length === 1 ? 'it' : 'them'} again.`;
};
