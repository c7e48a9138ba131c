import { useEffect, useState } from 'react';
import { toast } from '../../kernel/toast.tsx';
import { refusalOfFile } from './media-file.ts';

/** The file chosen in a form that doesn't upload it yet. */
export const useChosenFile = (first: File | null) => {
  const [file, setFile] = useState(first);
  const [preview, setPreview] = useState<string | null>(null);
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
    choose: (chosen: File | undefined) => {
      if (!chosen) return;
      const refusal = refusalOfFile(chosen);
      if (refusal) toast.error(refusal.title, refusal.message);
      else setFile(chosen);
    },
    remove: () => {
      setFile(null);
      setPreview(null);
    },
  };
};
