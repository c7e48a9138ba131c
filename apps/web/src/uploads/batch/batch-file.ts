import type { ChangedContent } from '@tessera/contract/content';
import type { Duplicate } from '@tessera/contract/uploads';
import type { PublishForm } from '@tessera/domain/content/forms';
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

/** A file's upload progress, from 0 to 100. */
export const percentOfStep = (step: Step): number => {
  if (step.status === 'sending' || step.status === 'reconnecting') return step.percent;
  return step.status === 'chosen' || step.status === 'failed' ? 0 : 100;
};

interface FileToSend {
  readonly id: string;
  readonly file: File;
  readonly address: string | null;
  readonly uploadId?: string | undefined;
}

/** Reports what has changed about a file while it is processed. */
type ReportChange = (change: {
  readonly step?: Step;
  readonly uploadId?: string | undefined;
  readonly address?: string | null;
  readonly duplicateOf?: Duplicate | null;
}) => void;

const messageOf = (error: unknown, fallback: string) => (error instanceof Error && error.message) || fallback;

/**
 * Uploads a file and returns the upload's id once its media is stored; null if it failed, which the user has been told.
 */
export const sendBatchFile = async (
  { id, file, address, uploadId }: FileToSend,
  unfinished: UnfinishedUpload,
  report: ReportChange,
): Promise<string | null> => {
  if (uploadId) return uploadId;
  let shownPercent = -1;
  try {
    // Not part of the page's first view.
    const { startMediaUpload } = await import('../sending/media-upload.ts');
    const upload = startMediaUpload(
      file,
      (progress) => {
        const percent = percentOf(progress);
        if (progress.status === 'reconnecting') report({ step: { status: 'reconnecting', percent } });
        if (progress.status === 'uploading' && percent !== shownPercent)
          report({ step: { status: 'sending', percent } });
        if (progress.status === 'storing') report({ step: { status: 'storing' } });
        if (progress.status === 'stored') report({ duplicateOf: progress.duplicateOf });
        shownPercent = progress.status === 'uploading' ? percent : -1;
      },
      {
        address,
        onAddress: (url) => {
          report({ address: url });
          unfinished.keepAddress(id, url);
        },
      },
    );
    const stored = await upload.stored;
    report({ uploadId: stored });
    return stored;
  } catch (error) {
    report({ step: { status: 'failed', message: messageOf(error, 'Failed to upload media') } });
    toast.error(`Failed to upload ${file.name}`, 'Skipping this file and continuing with the rest');
    return null;
  }
};

/** Publishes a stored file as an item and returns it; null if that failed, which the user has been told. */
export const saveBatchFile = async (
  content: PublishForm,
  { file }: FileToSend,
  report: ReportChange,
): Promise<ChangedContent | null> => {
  report({ step: { status: 'saving' } });
  try {
    const item = await post<ChangedContent>('/api/content', content);
    report({ step: { status: 'saved', contentId: item.id } });
    return item;
  } catch (error) {
    const message = messageOf(error, 'An unexpected error occurred during upload');
    // The server discards stored media that goes unused for a day, so a retry has to send the file again.
    const isGone = error instanceof ApiError && error.code === missingMediaCode;
    report({ step: { status: 'failed', message }, ...(isGone ? { uploadId: undefined } : {}) });
    toast.error(`Error saving ${file.name}`, message);
    return null;
  }
};
