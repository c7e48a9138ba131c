import type { InteractionKind } from '@tessera/domain/traffic/forms';
import { useEffect } from 'react';
import { post } from '../kernel/send.ts';

/** What this page has told since it was loaded; it is kept nowhere else. */
const tracked = new Set<string>();

/** Tells the server, once, what was looked at. Nobody waits for it: a look that can't be told is not counted. */
export const track = (kind: InteractionKind, id: string): void => {
  const key = `${kind} ${id}`;
  if (tracked.has(key)) return;
  tracked.add(key);
  void post('/api/looks', { kind, id }).catch(() => undefined);
};

/** Tells that an item is looked at; a sample is nobody's. */
export const useTrackView = ({ id, sample }: { readonly id: string; readonly sample?: true }): void => {
  useEffect(() => {
    if (!sample) track('view', id);
  }, [id, sample]);
};
