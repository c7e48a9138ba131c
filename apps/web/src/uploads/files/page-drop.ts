import { useEffect, useEffectEvent, useState } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Accepts files dropped anywhere on the page, or pasted. Returns whether files are being dragged over the page. */
export const usePageDrop = (onFiles: (files: readonly File[]) => void): boolean => {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: FileList | undefined) => {
    if (files && files.length > 0) onFiles([...files]);
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // A drag moves from element to element, and has left the page once it has left as many as it has entered.
    let entered = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      entered += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      entered -= 1;
      setOver(entered > 0);
    };
    // Without this, the browser would navigate to the dropped file.
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      entered = 0;
      setOver(false);
      take(event.dataTransfer?.files);
    };
    const paste = (event: ClipboardEvent) => take(event.clipboardData?.files);
    window.addEventListener('dragenter', enter, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('dragover', allow, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('paste', paste, { signal });
    return () => listening.abort();
  }, []);
  return isOver;
};
