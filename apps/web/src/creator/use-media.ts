import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { startMediaUpload } from '../kernel/media-upload.ts';
import type { MediaUpload, UploadProgress } from '../kernel/media-upload.ts';
import { toast } from '../kernel/toast.tsx';
import { UploadFailed } from '../kernel/upload-failed.ts';
import { refusalOfFile } from './media-file.ts';

export interface ChosenMedia {
  readonly file: File;
  /** An object URL of the file in this browser. */
  readonly preview: string;
  readonly progress: UploadProgress;
}

/** The one file of the upload form. Its upload begins as soon as it is chosen, or at once where one is given. */
export const useMedia = (first?: File | null) => {
  const [media, setMedia] = useState<ChosenMedia | null>(null);
  const upload = useRef<MediaUpload | null>(null);
  const preview = useRef<string | null>(null);

  const leave = () => {
    upload.current?.cancel();
    upload.current = null;
    if (preview.current) URL.revokeObjectURL(preview.current);
    preview.current = null;
  };
  const begin = (file: File) => {
    upload.current = startMediaUpload(file, (progress) => {
      setMedia((before) => before && { ...before, progress });
      if (progress.status === 'stored') toast.success('Upload successful');
      if (progress.status === 'failed') toast.error('Upload failed', progress.message);
    });
  };
  const choose = (file: File | null | undefined) => {
    if (!file) return;
    const refusal = refusalOfFile(file);
    if (refusal) {
      toast.error(refusal.title, refusal.message);
      return;
    }
    leave();
    preview.current = URL.createObjectURL(file);
    const progress = { status: 'uploading', bytesSent: 0, bytesTotal: file.size } as const;
    setMedia({ file, preview: preview.current, progress });
    begin(file);
  };
  const open = useEffectEvent(() => choose(first));
  useEffect(() => {
    open();
    return leave;
  }, []);
  return {
    media,
    choose,
    remove: () => {
      leave();
      setMedia(null);
    },
    pause: () => upload.current?.pause(),
    resume: () => upload.current?.resume(),
    retry: () => media && begin(media.file),
    /** The upload's id once the media is stored. Rejects with `UploadFailed`. */
    stored: () => upload.current?.stored ?? Promise.reject(new UploadFailed('Missing media')),
  };
};

export type Media = ReturnType<typeof useMedia>;
