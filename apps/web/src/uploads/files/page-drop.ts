import { useEffect, useEffectEvent, useState } from 'react';

const bringsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Files dropped anywhere on the page, or pasted. Answers whether some are being dragged over it. */
export const usePageDrop = (onFiles: (files: readonly File[]) => void): boolean => {
  const [over, setOver] = useState(false);
  const take = useEffectEvent((files: FileList | undefined) => {
    if (files && files.length > 0) onFiles([...files]);
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // A drag goes from element to element: it is over once it has left as many as it has entered.
    let entered = 0;
    const enter = (event: DragEvent) => {
      if (!bringsFiles(event)) return;
      entered += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!bringsFiles(event)) return;
      entered -= 1;
      setOver(entered > 0);
    };
    // Without it the browser would open the file in place of the page.
    const allow = (event: DragEvent) => {
      if (bringsFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!bringsFiles(event)) return;
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
  return over;
};
