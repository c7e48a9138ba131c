import { atom } from 'jotai';
import { store } from '../store.ts';
import { isStorageBlocked } from './storage.ts';

const retryAfterMs = 10_000;

/** Resolves after 10 seconds, or as soon as the browser is online again. */
export const nextAttempt = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(goOn, retryAfterMs);
    function goOn() {
      clearTimeout(timer);
      window.removeEventListener('online', goOn);
      resolve();
    }
    window.addEventListener('online', goOn);
  });

/** The address of the script that a page begins with; each release has its own. */
const entryOf = (page: Document): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** How the site on the server relates to the one that is open. */
export type SiteState = 'same' | 'replaced' | 'unreachable';

/** Asks the server which release it serves. A page of somebody else, such as a hotel's login, counts as unreachable. */
export const siteState = async (): Promise<SiteState> => {
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    const entry = entryOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    if (!answer.ok || entry === null) return 'unreachable';
    return entry === entryOf(document) ? 'same' : 'replaced';
  } catch {
    return 'unreachable';
  }
};

/** The address of the page on which something was last typed, chosen, dropped or pasted. */
let inputAt: string | null = null;
const noteInput = () => {
  inputAt = window.location.href;
};
for (const event of ['input', 'change', 'drop', 'paste']) window.addEventListener(event, noteInput, { capture: true });

const awaitsReload = atom(false);

/** Whether the page must be loaded again to go on, as a release has replaced it, and somebody's input is on it. */
export const awaitsReloadAtom = atom((get) => get(awaitsReload));

/** Goes on with the new release, at once if nothing is lost by it; otherwise the page asks for it. */
export const takeNewRelease = (): void => {
  if (inputAt === window.location.href || isStorageBlocked) store.set(awaitsReload, true);
  else window.location.reload();
};
