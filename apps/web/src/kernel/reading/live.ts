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

/** A connection, which opens once somebody watches something over it. */
export interface Live {
  /** As the function `watch`. */
  readonly watch: (view: string, key: string, onMessage: Listener, ofMany: boolean) => () => void;
}

/** When a page has what it asked for, or has waited long: until then what follows would only hold its first view up. */
const whenRead = () =>
  new Promise<void>((resolve) => {
    const read = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const look = () => {
      if (queries.isFetching() === 0) read();
    };
    const stop = queries.getQueryCache().subscribe(look);
    const timer = setTimeout(read, readMaxMs);
    // Who begins to watch begins to read in the same task.
    setTimeout(look);
  });

const loadConnection = async () => {
  await whenRead();
  return loadWithRetry(
    () => import('./live-connection.ts'),
    () => store.set(status, 'offline'),
  );
};

const open = async (tokens: Tokens, whoAtom: Atom<string | undefined>) => {
  const { LiveConnection } = await loadConnection();
  const connection = new LiveConnection(tokens, (next) => store.set(status, next));
  let before = store.get(whoAtom);
  store.sub(whoAtom, () => {
    const who = store.get(whoAtom);
    if (who === before) return;
    before = who;
    connection.reconnect();
  });
  return connection;
};

/**
 * A connection of its own, for those who sign in apart from the users.
 * @param whoAtom who is signed in: whenever that changes, it connects again, also where it waits to try once more
 */
export const openLive = (tokens: Tokens, whoAtom: Atom<string | undefined>): Live => {
  let opened: ReturnType<typeof open> | undefined;
  return {
    watch: (view, key, onMessage, ofMany) => {
      opened ??= open(tokens, whoAtom);
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
  /** Another connection than that of the signed-in user. */
  readonly over?: Live;
  /** A room of many documents: each message is about one of them, so that none replaces another. */
  readonly ofMany?: boolean;
}

/**
 * Is told of every newer state of a view, or, `ofMany`, of each change in a room of many documents; returns how to stop.
 * A value of null comes with each (re)connection to a room of many: all that happened up to its position happened
 * without being told here. With `removed`, it tells instead that this one document is gone.
 */
export const watch = (
  view: string,
  key: string,
  onMessage: Listener,
  { over = ownConnection, ofMany = false }: WatchOptions = {},
): (() => void) => over.watch(view, key, onMessage, ofMany);
