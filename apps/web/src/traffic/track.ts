import type { InteractionKind, InteractionForm } from '@tessera/domain/traffic/forms';
import { useEffect } from 'react';
import { post } from '../kernel/send.ts';

/** What has been reported since this page was loaded; it is stored nowhere else. */
const tracked = new Set<string>();

/** Reports an interaction to the server, once per page load, without waiting. One that can't be sent isn't counted. */
export const track = (kind: InteractionKind, id: string): void => {
  const key = `${kind} ${id}`;
  if (tracked.has(key)) return;
  tracked.add(key);
  void post('/api/looks', { kind, id } satisfies InteractionForm).catch(() => undefined);
};

/** Reports a view of an item, unless it is a sample. */
export const useTrackView = ({ id, sample }: { readonly id: string; readonly sample?: true }): void => {
  useEffect(() => {
    if (!sample) track('view', id);
  }, [id, sample]);
};
