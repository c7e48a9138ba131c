import { isUnknown, useQuery } from './queries.ts';
import { get } from '../send.ts';

/** What is known of a thing at the server; `unknown`: there is none, or none for who asks. */
export type Reading<Value> =
  | { readonly status: 'loading' | 'unknown' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'known'; readonly value: Value };

/** What the server says at a path now, to who is signed in or to everybody alike; `retry` asks once more. */
export const useReading = <Value>(path: string, asked?: { readonly of: 'everybody' }) => {
  const { data, error, refetch } = useQuery([path], () => get<Value>(path), asked);
  const retry = () => void refetch();
  const reading = (): Reading<Value> => {
    if (data !== undefined) return { status: 'known', value: data };
    if (error === null) return { status: 'loading' };
    return isUnknown(error) ? { status: 'unknown' } : { status: 'failed', message: error.message };
  };
  return { reading: reading(), retry };
};
