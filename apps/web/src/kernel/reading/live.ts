import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { loadWithRetry } from '../load-with-retry.ts';
import { accessToken, renewedToken, sessionAtom } from '../session.ts';
import { store } from '../store.ts';
import type { Listener, LiveStatus, Tokens } from './live-connection.ts';
import { queries } from './queries.ts';

const readMaxMs = 3_000;

const status = atom<LiveStatus>('reconnecting');
export const liveStatusAtom = atom((get) => get(status));

/** A connection that opens when something is first watched over it. */
export interface Live {
  /** Like the function `watch` below. */
  readonly watch: (view: string, key: string, onMessage: Listener, ofMany: boolean) => () => void;
}

/** Resolves when the page's reads are done, or after 3 seconds: connecting earlier would delay its first view. */
const whenReadsDone = () =>
  new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const check = () => {
      if (queries.isFetching() === 0) finish();
    };
    const stop = queries.getQueryCache().subscribe(check);
    const timer = setTimeout(finish, readMaxMs);
    // In a later task: a component that starts watching starts its reads in the same task.
    setTimeout(check);
  });

const loadConnection = async () => {
  await whenReadsDone();
  return loadWithRetry(
    () => import('./live-connection.ts'),
    () => store.set(status, 'offline'),
  );
};

const open = async (tokens: Tokens, userAtom: Atom<string | undefined>) => {
  const { LiveConnection } = await loadConnection();
  const connection = new LiveConnection(tokens, (next) => store.set(status, next));
  let before = store.get(userAtom);
  store.sub(userAtom, () => {
    const user = store.get(userAtom);
    if (user === before) return;
    before = user;
    connection.reconnect();
  });
  return connection;
};

/**
 * Creates a separate connection, such as for admins, whose sign-in is not that of users.
 * @param userAtom who is signed in; a change reconnects immediately, even while waiting for the next attempt
 */
export const openLive = (tokens: Tokens, userAtom: Atom<string | undefined>): Live => {
  let opened: ReturnType<typeof open> | undefined;
  return {
    watch: (view, key, onMessage, ofMany) => {
      opened ??= open(tokens, userAtom);
      let isWanted = true;
      let stop = () => {
        isWanted = false;
      };
      void opened.then((connection) => {
        if (isWanted) stop = connection.watch(view, key, onMessage, ofMany);
      });
      return () => stop();
    },
  };
};

const ownConnection = openLive(
  { current: accessToken, refused: (token) => renewedToken(token) },
  atom((get) => get(sessionAtom)?.userId),
);

interface WatchOptions {
  /** A connection to use instead of the signed-in user's. */
  readonly over?: Live;
  /** For a room of many documents: each message is about one of them, so no message replaces another. */
  readonly ofMany?: boolean;
}

/**
 * Calls `onMessage` with every newer state of a view or, with `ofMany`, with each change in a room of many documents.
 * Each (re)connection to a room of many starts with a value of null: changes up to its position may have been missed.
 * Together with `removed`, null means instead that this one document was removed.
 * @returns a function that stops watching
 */
export const watch = (
  view: string,
  key: string,
  onMessage: Listener,
  { over = ownConnection, ofMany = false }: WatchOptions = {},
): (() => void) => over.watch(view, key, onMessage, ofMany);
