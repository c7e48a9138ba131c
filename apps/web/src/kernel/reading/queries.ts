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
 * The cache of everything that screens read from the server. A result is dropped once no component uses it, unless its
 * query says otherwise. Failed reads aren't retried here, because `send.ts` already does that.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => meta?.onFailure?.(error) }),
  defaultOptions: {
    queries: { retry: false, gcTime: 0, networkMode: 'always', structuralSharing: false },
  },
});

// Not in a timer: subscribers must be notified of an answer together with the code that awaits it.
notifyManager.setScheduler(queueMicrotask);

/** The signed-in user's id; the first part of every query key whose answer is private to that user. */
export const userIdAtom = atom((get) => get(sessionAtom)?.userId);

const notFoundStatus = 404;

/** Whether the server answered that there is no such thing, or none that this user may see. */
export const isUnknown = (error: unknown) => error instanceof ApiError && error.status === notFoundStatus;

interface QueryOptions {
  /** Whose answer it is, by default the signed-in user's; an atom that is `undefined` disables the query. */
  readonly of?: Atom<string | undefined> | string;
  /** How long an unused answer is kept, in ms. */
  readonly gcTime?: number;
}

/** The result of `read`, which runs each time the atom is mounted; `name` must be unique among its owner's queries. */
export const queryAtom = <Value>(
  name: QueryKey,
  read: () => Promise<Value>,
  { of = userIdAtom, ...options }: QueryOptions = {},
) =>
  atomWithQuery<Value>(
    (get) => {
      const owner = typeof of === 'string' ? of : get(of);
      return { queryKey: [owner, ...name], queryFn: read, enabled: owner !== undefined, ...options };
    },
    () => queries,
  );

/** Like `queryAtom`, for as long as the component is mounted. */
export const useQuery = <Value>(name: QueryKey, read: () => Promise<Value>, options?: QueryOptions) => {
  const key = hashKey(name);
  // The name alone identifies the query, so `read` and `options` are not dependencies.
  return useAtomValue(useMemo(() => queryAtom(name, read, options), [key]));
};
