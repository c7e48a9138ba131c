import { useEffect, useState } from 'react';
import { ApiError, get } from './send.ts';

/** What is known of a thing at the server; `unknown`: there is none, or none for who asks. */
export type Reading<Value> =
  | { readonly status: 'loading' | 'unknown' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'known'; readonly value: Value };

const notFoundStatus = 404;

const read = async <Value>(path: string): Promise<Reading<Value>> => {
  try {
    return { status: 'known', value: await get<Value>(path) };
  } catch (error) {
    if (error instanceof ApiError && error.status === notFoundStatus) return { status: 'unknown' };
    return { status: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
};

/** What the server says at a path now; `again` asks once more. */
export const useReading = <Value>(path: string) => {
  const [reading, setReading] = useState<Reading<Value>>({ status: 'loading' });
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let current = true;
    setReading({ status: 'loading' });
    void read<Value>(path).then((answer) => {
      if (current) setReading(answer);
    });
    return () => {
      current = false;
    };
  }, [path, asked]);
  return { reading, again: () => setAsked(asked + 1) };
};
