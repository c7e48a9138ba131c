import { isFailure } from '@tessera/domain/kernel/failure';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../kernel/toast.tsx';
import { judgedFile } from './media-file.ts';

/** The file chosen in a form that doesn't upload it yet. */
export const useChosenFile = (first: File | null) => {
  const [file, setFile] = useState(first);
  const [preview, setPreview] = useState<string | null>(null);
  const latest = useRef<File | null>(null);
  useEffect(() => {
    if (!file) return;
    const address = URL.createObjectURL(file);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return {
    file,
    /** An object URL of the file in this browser. */
    preview: file && preview,
    choose: async (chosen: File | undefined) => {
      if (!chosen) return;
      latest.current = chosen;
      const judged = await judgedFile(chosen);
      // Another one was chosen meanwhile.
      if (latest.current !== chosen) return;
      if (isFailure(judged)) toast.error(judged.title, judged.message);
      else setFile(judged);
    },
    remove: () => {
      latest.current = null;
      setFile(null);
      setPreview(null);
    },
  };
};
