import { mediaBytesMax } from '@tessera/domain/content/forms';
import { fileTooLarge, unreadableFile } from '@tessera/domain/content/media/media-failures';
import { isFailure } from '@tessera/domain/kernel/failure';
import type { Failure } from '@tessera/domain/kernel/failure';

const bytesPerMegabyte = 1024 * 1024;

/** The file with the type that its content has, since systems give none, or a wrong one, to types they don't know. */
const typed = (file: File, type: string) =>
  file.type === type ? file : new File([file], file.name, { type, lastModified: file.lastModified });

/** Loaded after the page's first view, before anything is chosen. */
export const loadFormats = () => import('@tessera/domain/content/media/file-formats');

/**
 * Returns a chosen file with its true type, or why it can't be uploaded. It is judged as the server judges it: by its
 * content, whatever its name and type are.
 */
export const judgedFile = async (file: File): Promise<File | Failure> => {
  const { formatOfHead, headBytes } = await loadFormats();
  let head: Uint8Array;
  try {
    head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  } catch {
    // It was moved or deleted since, or is still in the cloud.
    return unreadableFile();
  }
  const format = formatOfHead(head, file.name);
  if (isFailure(format)) return format;
  if (file.size > mediaBytesMax) return fileTooLarge();
  return typed(file, format.contentType);
};

/** The maximum file size. */
export const sizeMax = `${mediaBytesMax / bytesPerMegabyte} MB`;

/** The maximum file size, as a sentence to show below a drop area. */
export const sizeHelp = `Up to ${sizeMax}.`;
