import { mediaBytesMax } from '@tessera/domain/content/forms';

const bytesPerMegabyte = 1024 * 1024;

export interface FileRefusal {
  readonly title: string;
  readonly message: string;
}

export const invalidFileType: FileRefusal = {
  title: 'Invalid file type',
  message: 'Please upload an image or video file',
};

export const isMedia = (file: Pick<File, 'type'>): boolean => /^(image|video)\//.test(file.type);

/** Why a chosen file can't be uploaded, or null if it can. The server checks again, by content. */
export const refusalOfFile = (file: Pick<File, 'type' | 'size'>): FileRefusal | null => {
  if (!isMedia(file)) return invalidFileType;
  if (file.size > mediaBytesMax) {
    return { title: 'File too large', message: `Maximum file size is ${mediaBytesMax / bytesPerMegabyte}MB` };
  }
  return null;
};

/** The maximum file size, as a sentence to show below a drop area. */
export const sizeHelp = `Up to ${mediaBytesMax / bytesPerMegabyte} MB.`;
