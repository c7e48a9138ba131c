import type { Duplicate } from '@tessera/contract/uploads';
import type { UploadForm } from '@tessera/domain/content/forms';
import { startMediaUpload } from '../sending/media-upload.ts';
import { ApiError, post } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import type { UnfinishedUpload } from '../unfinished/unfinished-upload.ts';
import { percentOf } from '../sending/upload-percent.ts';

const titleLengthMax = 200;
const tagLengthMax = 40;
const tagsMax = 30;
const missingMediaCode = 'missing_media';

export type Step =
  | { readonly status: 'chosen' | 'storing' | 'saving' | 'saved' }
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

/** 'harbour at dawn.jpg' is titled 'harbour at dawn'. */
export const titleOf = (fileName: string): string =>
  (fileName.replace(/\.[^.]+$/, '').trim() || fileName).slice(0, titleLengthMax);

/** The words of a brand's name that have more than two characters, in small letters. */
export const tagsOfBrand = (brandName: string): string[] => {
  const words = brandName.toLowerCase().split(/\s+/);
  return [...new Set(words)].filter((word) => word.length > 2 && word.length <= tagLengthMax).slice(0, tagsMax);
};

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

/** Makes an item of a stored file; whether it did. */
export const saveBatchFile = async (
  fields: UploadForm,
  { file }: FileToSend,
  uploadId: string,
  tell: Report,
): Promise<boolean> => {
  tell({ step: { status: 'saving' } });
  try {
    const title = titleOf(file.name);
    await post('/api/content', { ...fields, uploadId, title, description: '', tags: tagsOfBrand(fields.brandName) });
    tell({ step: { status: 'saved' } });
    return true;
  } catch (error) {
    const message = messageOf(error, 'An unexpected error occurred during upload');
    // The server discards stored media that nothing was made of for a day: another try sends the file again.
    const isGone = error instanceof ApiError && error.code === missingMediaCode;
    tell({ step: { status: 'failed', message }, ...(isGone ? { uploadId: undefined } : {}) });
    toast.error(`Error saving ${file.name}`, message);
    return false;
  }
};
