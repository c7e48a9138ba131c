import { QueryCache, QueryClient, hashKey, notifyManager } from '@tanstack/query-core';
import type { QueryKey } from '@tanstack/query-core';
import { atom, useAtomValue } from 'jotai';
import type { Atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { useMemo } from 'react';
import { ApiError } from '../send.ts';
import { sessionAtom } from '../session.ts';

declare module '@tanstack/query-core' {
  interface Register {
    readonly queryMeta: { readonly onFailure?: (error: Error) => void };
  }
}

/**
 * All that screens were told by the server. What nobody looks at any more is forgotten, unless a query says otherwise. A
 * failed read was repeated already by `send.ts`, and a window that comes to the front again brings nothing new.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => meta?.onFailure?.(error) }),
  defaultOptions: {
    queries: { retry: false, gcTime: 0, networkMode: 'always', structuralSharing: false },
  },
});

// Not with a timer: whoever hears of an answer hears of it together with who waited for it.
notifyManager.setScheduler(queueMicrotask);

/** Who is signed in; the first part of the key of all that is told to nobody else. */
export const userIdAtom = atom((get) => get(sessionAtom)?.userId);

const notFoundStatus = 404;

/** Whether there is no such thing, or none for who asks. */
export const isUnknown = (error: unknown) => error instanceof ApiError && error.status === notFoundStatus;

interface Asked {
  /** Whose answers these are: by name, or as an atom tells, where `undefined` asks nothing. Who is signed in, unless told. */
  readonly of?: Atom<string | undefined> | string;
  /** How long, in ms, the answer is kept when nobody looks at it. */
  readonly gcTime?: number;
}

/** What `ask` answers, asked anew whenever somebody begins to look; `name` tells it from all else that its owner asks. */
export const queryAtom = <Value>(
  name: QueryKey,
  ask: () => Promise<Value>,
  { of = userIdAtom, ...options }: Asked = {},
) =>
  atomWithQuery<Value>(
    (get) => {
      const owner = typeof of === 'string' ? of : get(of);
      return { queryKey: [owner, ...name], queryFn: ask, enabled: owner !== undefined, ...options };
    },
    () => queries,
  );

/** As `queryAtom`, for as long as a component stands. */
export const useQuery = <Value>(name: QueryKey, ask: () => Promise<Value>, asked?: Asked) => {
  const key = hashKey(name);
  // What is asked follows from its name.
  return useAtomValue(useMemo(() => queryAtom(name, ask, asked), [key]));
};
