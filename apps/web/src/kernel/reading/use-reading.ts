import { isUnknown, useQuery } from './queries.ts';
import { get } from '../send.ts';

/** The state of a read; `unknown` means that there is no such thing, or none that this user may see. */
export type Reading<Value> =
  | { readonly status: 'loading' | 'unknown' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'known'; readonly value: Value };

/** Reads a path, as the signed-in user, or of `everybody` if the answer is the same for all; `retry` reads it again. */
export const useReading = <Value>(path: string, options?: { readonly of: 'everybody' }) => {
  const { data, error, refetch } = useQuery([path], () => get<Value>(path), options);
  const retry = () => void refetch();
  const reading = (): Reading<Value> => {
    if (data !== undefined) return { status: 'known', value: data };
    if (error === null) return { status: 'loading' };
    return isUnknown(error) ? { status: 'unknown' } : { status: 'failed', message: error.message };
  };
  return { reading: reading(), retry };
};
