import type { LookKind } from '@tessera/domain/looks/forms';
import { useEffect } from 'react';
import { post } from '../kernel/send.ts';

/** What this page has told since it was loaded; it is kept nowhere else. */
const told = new Set<string>();

/** Tells the server, once, what was looked at. Nobody waits for it: a look that can't be told is not counted. */
export const tellLook = (kind: LookKind, id: string): void => {
  const key = `${kind} ${id}`;
  if (told.has(key)) return;
  told.add(key);
  void post('/api/looks', { kind, id }).catch(() => undefined);
};

/** Tells that an item is looked at; a sample is nobody's. */
export const useTellLook = ({ id, sample }: { readonly id: string; readonly sample?: true }): void => {
  useEffect(() => {
    if (!sample) tellLook('view', id);
  }, [id, sample]);
};
