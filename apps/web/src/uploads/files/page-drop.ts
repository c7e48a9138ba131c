import { useEffect, useEffectEvent, useState } from 'react';

/** How a file manager puts copied files into words: their names or addresses, one per line. */
const isOnlyNames = (text: string, files: FileList) =>
  text.split(/\r?\n|\r/).every((line) => [...files].some(({ name }) => line === '' || line.endsWith(name)));

/** Whether a copied picture comes with its own address in words, as some browsers add it. */
const isAddressOf = (text: string, html: string) => /^https?:\S+$/.test(text) && /<img\b/i.test(html);

/** Whether words were copied. Word processors and spreadsheets add a picture of them. */
const isText = (copied: DataTransfer) => {
  const text = copied.getData('text/plain').trim();
  return text !== '' && !isOnlyNames(text, copied.files) && !isAddressOf(text, copied.getData('text/html'));
};

/** Accepts files dropped anywhere on the page, or pasted. Returns whether files are being dragged over the page. */
export const usePageDrop = (onFiles: (files: readonly File[]) => void): boolean => {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: FileList | undefined) => {
    if (files && files.length > 0) onFiles([...files]);
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // Browsers also offer a picture of this page as a file while it is dragged.
    let isOwn = false;
    const hasFiles = ({ dataTransfer }: DragEvent) => !isOwn && (dataTransfer?.types.includes('Files') ?? false);
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
    const paste = ({ clipboardData }: ClipboardEvent) => {
      if (clipboardData && !isText(clipboardData)) take(clipboardData.files);
    };
    const begin = () => {
      isOwn = true;
    };
    const end = () => {
      isOwn = false;
    };
    window.addEventListener('dragstart', begin, { signal, capture: true });
    window.addEventListener('dragend', end, { signal, capture: true });
    window.addEventListener('dragenter', enter, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('dragover', allow, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('paste', paste, { signal });
    return () => listening.abort();
  }, []);
  return isOver;
};
