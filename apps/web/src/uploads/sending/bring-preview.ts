import { loadWithRetry } from '../../kernel/load-with-retry.ts';
import { put } from '../../kernel/send.ts';

/** Longer than any browser takes for six seconds of film. */
const previewMaxMs = 90_000;

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/**
 * Makes the preview of a film in this browser, and puts it beside its upload. Returns whether it could: if not, the film is
 * published without one, and waits until the server can make it.
 */
export const bringPreview = async (uploadId: string, file: File, stopped: AbortSignal): Promise<boolean> => {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(previewMaxMs)]);
  const bring = async () => {
    // Only films need it, on servers without ffmpeg.
    const { makeFilmPreview } = await loadWithRetry(() => import('./film-preview.ts'));
    const { poster, clip } = await makeFilmPreview(file, signal);
    await put(`/api/uploads/${uploadId}/poster`, poster);
    await put(`/api/uploads/${uploadId}/clip`, clip);
    return true;
  };
  return Promise.race([bring(), abortOf(signal)]).catch(() => false);
};
