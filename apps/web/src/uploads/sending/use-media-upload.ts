import { isFailure } from '@tessera/domain/kernel/failure';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { startMediaUpload } from './media-upload.ts';
import type { MediaUpload, UploadProgress } from './media-upload.ts';
import { toast } from '../../kernel/toast.tsx';
import type { UnfinishedUpload } from '../unfinished/unfinished-upload.ts';
import { UploadFailed } from './upload-failed.ts';
import { judgedFile } from '../files/media-file.ts';

const fileId = 'media';

export interface ChosenMedia {
  readonly file: File;
  /** An object URL of the file in this browser. */
  readonly preview: string;
  readonly progress: UploadProgress;
}

/**
 * The single file of the upload form. Its upload starts as soon as it is chosen, and is kept with the unfinished upload
 * when the form is closed. A restored file, or else `initial`, starts uploading immediately.
 */
export const useMediaUpload = (unfinished: UnfinishedUpload, initial: File | null | undefined) => {
  const [chosen, setChosen] = useState<ChosenMedia | null>(null);
  const [isKept, setKept] = useState(true);
  const upload = useRef<MediaUpload | null>(null);
  const preview = useRef<string | null>(null);
  const address = useRef<string | null>(null);
  /** The last file that was chosen, while it is judged. */
  const latest = useRef<File | null>(null);

  const forgetPreview = () => {
    if (preview.current) URL.revokeObjectURL(preview.current);
    preview.current = null;
  };
  const cancel = () => {
    upload.current?.cancel();
    upload.current = null;
    address.current = null;
    forgetPreview();
  };
  const startUpload = (file: File) => {
    upload.current = startMediaUpload(
      file,
      (progress) => {
        setChosen((before) => before && { ...before, progress });
        if (progress.status === 'stored') toast.success('Upload successful');
        if (progress.status === 'failed') toast.error('Upload failed', progress.message);
      },
      {
        address: address.current,
        onAddress: (url) => {
          address.current = url;
          unfinished.keepAddress(fileId, url);
        },
      },
    );
  };
  const show = (file: File) => {
    preview.current = URL.createObjectURL(file);
    const progress = { status: 'uploading', bytesSent: 0, bytesTotal: file.size, bytesPerSecond: null } as const;
    setChosen({ file, preview: preview.current, progress });
    startUpload(file);
  };
  const choose = async (file: File | null | undefined) => {
    if (!file) return;
    latest.current = file;
    const judged = await judgedFile(file);
    // Another one was chosen meanwhile, or the form was closed.
    if (latest.current !== file) return;
    if (isFailure(judged)) {
      toast.error(judged.title, judged.message);
      return;
    }
    cancel();
    setKept(true);
    unfinished.keepFile(fileId, judged).catch(() => setKept(false));
    show(judged);
  };
  const open = useEffectEvent(() => {
    const waiting = unfinished.restored?.files[0];
    if (!waiting) return void choose(initial);
    address.current = waiting.address;
    show(waiting.file);
  });
  const leave = useEffectEvent(() => {
    latest.current = null;
    upload.current?.leave();
    forgetPreview();
  });
  useEffect(() => {
    open();
    return () => leave();
  }, []);
  return {
    chosen,
    /** Whether the file could be restored if this tab were closed. */
    isKept,
    choose,
    remove: () => {
      latest.current = null;
      cancel();
      setChosen(null);
      void unfinished.removeFile(fileId);
    },
    pause: () => upload.current?.pause(),
    resume: () => upload.current?.resume(),
    retry: () => chosen && startUpload(chosen.file),
    /** The upload's id once the media is stored. Rejects with `UploadFailed`. */
    stored: () => upload.current?.stored ?? Promise.reject(new UploadFailed('Missing media')),
  };
};

export type MediaUploadState = ReturnType<typeof useMediaUpload>;
