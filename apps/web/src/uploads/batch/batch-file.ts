import type { ChangedContent } from '@tessera/contract/content';
import type { Duplicate } from '@tessera/contract/uploads';
import type { PublishForm } from '@tessera/domain/content/forms';
import { startMediaUpload } from '../sending/media-upload.ts';
import { ApiError, post } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import type { UnfinishedUpload } from '../unfinished/unfinished-upload.ts';
import { percentOf } from '../sending/upload-percent.ts';

const missingMediaCode = 'missing_media';

export type Step =
  | { readonly status: 'chosen' | 'storing' | 'saving' }
  | { readonly status: 'saved'; readonly contentId: string }
  | { readonly status: 'sending' | 'reconnecting'; readonly percent: number }
  | { readonly status: 'failed'; readonly message: string };

interface FileToSend {
  readonly id: string;
  readonly file: File;
  readonly address: string | null;
  readonly uploadId?: string | undefined;
}

/** How the processing says what became of a file. */
type Report = (what: {
  readonly step?: Step;
  readonly uploadId?: string | undefined;
  readonly address?: string | null;
  readonly duplicateOf?: Duplicate | null;
}) => void;

const messageOf = (error: unknown, otherwise: string) => (error instanceof Error && error.message) || otherwise;

/** The upload's id once its media is stored; null when it failed, which has been told then. */
export const sendBatchFile = async (
  { id, file, address, uploadId }: FileToSend,
  unfinished: UnfinishedUpload,
  tell: Report,
): Promise<string | null> => {
  if (uploadId) return uploadId;
  let shown = -1;
  try {
    const upload = startMediaUpload(
      file,
      (progress) => {
        const percent = percentOf(progress);
        if (progress.status === 'reconnecting') tell({ step: { status: 'reconnecting', percent } });
        if (progress.status === 'uploading' && percent !== shown) tell({ step: { status: 'sending', percent } });
        if (progress.status === 'storing') tell({ step: { status: 'storing' } });
        if (progress.status === 'stored') tell({ duplicateOf: progress.duplicateOf });
        shown = progress.status === 'uploading' ? percent : -1;
      },
      {
        address,
        onAddress: (url) => {
          tell({ address: url });
          unfinished.keepAddress(id, url);
        },
      },
    );
    const stored = await upload.stored;
    tell({ uploadId: stored });
    return stored;
  } catch (error) {
    tell({ step: { status: 'failed', message: messageOf(error, 'Failed to upload media') } });
    toast.error(`Failed to upload ${file.name}`, 'Skipping this file and continuing with the rest');
    return null;
  }
};

/** Makes an item of a stored file; null when that failed, which has been told then. */
export const saveBatchFile = async (
  content: PublishForm,
  { file }: FileToSend,
  tell: Report,
): Promise<ChangedContent | null> => {
  tell({ step: { status: 'saving' } });
  try {
    const item = await post<ChangedContent>('/api/content', content);
    tell({ step: { status: 'saved', contentId: item.id } });
    return item;
  } catch (error) {
    const message = messageOf(error, 'An unexpected error occurred during upload');
    // The server discards stored media that nothing was made of for a day: another try sends the file again.
    const isGone = error instanceof ApiError && error.code === missingMediaCode;
    tell({ step: { status: 'failed', message }, ...(isGone ? { uploadId: undefined } : {}) });
    toast.error(`Error saving ${file.name}`, message);
    return null;
  }
};
