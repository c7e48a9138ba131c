import type { PrivateDetail } from '@tessera/domain/content/media/private-details/exif';
import { useEffect, useState } from 'react';
import { Notice, NoticeButton } from '../../ui/layout/notice.tsx';
import { toast } from '../../kernel/toast.tsx';
import { privateDetailsIn, privateDetailsText, withoutPrivateDetails } from './private-details.ts';

interface PrivateDetailsNoticeProps {
  /** `This file tells`. */
  readonly subject: string;
  readonly details: readonly PrivateDetail[];
  readonly onRemove: () => void;
}

export const PrivateDetailsNotice = ({ subject, details, onRemove }: PrivateDetailsNoticeProps) => (
  <Notice
    tone="waiting"
    title={privateDetailsText(subject, details)}
    action={<NoticeButton onClick={onRemove}>Remove these details</NoticeButton>}
  >
    Brands that license the original receive them with it. Removing them changes no pixel.
  </Notice>
);

/** Tells of private details in a chosen file. With one press, they are removed from it before it is published. */
export const PrivateNotice = ({ file, onCleaned }: { file: File; onCleaned: (file: File) => void }) => {
  const [details, setDetails] = useState<readonly PrivateDetail[]>([]);
  useEffect(() => {
    let isShown = true;
    setDetails([]);
    void privateDetailsIn(file).then((found) => isShown && setDetails(found));
    return () => {
      isShown = false;
    };
  }, [file]);
  const remove = async () => {
    onCleaned(await withoutPrivateDetails(file));
    toast.success('Details removed');
  };
  if (details.length === 0) return null;
  return <PrivateDetailsNotice subject="This file tells" details={details} onRemove={() => void remove()} />;
};
