import { atom } from 'jotai';
import type { ContentRow } from '@tessera/domain/content/row';
import type { LicenseRow } from '@tessera/domain/licensing/row';
import { get as read } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { toast } from '../kernel/toast.tsx';

const staleAfterMs = 5 * 60_000;
const retryDelaysMs = [1_000, 1_000, 1_000];

interface Page<Row> {
  readonly items: readonly Row[];
  readonly next_cursor: string | null;
}

interface PagedList<Row> {
  readonly status: 'loading' | 'loaded' | 'failed';
  /** True while an answer is on its way, whatever is shown meanwhile. */
  readonly busy: boolean;
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
}

interface Kept<Row> extends PagedList<Row> {
  readonly userId: string | undefined;
  /** ms since 1970. */
  readonly readAt: number;
}

const nothing = { status: 'loading', busy: false, items: [], nextCursor: null, userId: undefined, readAt: 0 } as const;

/** 'open' reads only what isn't there or is stale; 'start' reads again; 'more' adds the next page. */
type Reading = 'open' | 'start' | 'more';

/** An own list of the API in pages, kept while the tab lives, never shown to another user of it. */
const pagedList = <Row>(path: string, onFailure: () => void) => {
  const keptAtom = atom<Kept<Row>>(nothing);
  let latest = 0;
  const listAtom = atom((get): PagedList<Row> => {
    const kept = get(keptAtom);
    return kept.userId === get(sessionAtom)?.userId ? kept : nothing;
  });
  const readAtom = atom(null, async (get, set, reading: Reading) => {
    const userId = get(sessionAtom)?.userId;
    const before = get(keptAtom).userId === userId ? get(keptAtom) : { ...nothing, userId };
    if (reading === 'open' && before.status === 'loaded' && Date.now() - before.readAt < staleAfterMs) return;
    latest += 1;
    const mine = latest;
    const more = reading === 'more' && before.nextCursor !== null;
    set(keptAtom, { ...before, busy: true });
    try {
      const address = more ? `${path}?cursor=${encodeURIComponent(before.nextCursor)}` : path;
      const page = await read<Page<Row>>(address, { retryDelaysMs });
      if (mine !== latest) return;
      const items = more ? [...before.items, ...page.items] : page.items;
      set(keptAtom, { status: 'loaded', busy: false, items, nextCursor: page.next_cursor, userId, readAt: Date.now() });
    } catch {
      if (mine !== latest) return;
      set(keptAtom, { ...before, status: 'failed', busy: false });
      onFailure();
    }
  });
  return { listAtom, readAtom };
};

export const myContent = pagedList<ContentRow>('/api/content/mine', () =>
  toast.error('Error Loading Content', 'There was a problem loading your content.'),
);

export const soldLicenses = pagedList<LicenseRow>('/api/licenses', () =>
  toast.error('Error loading licences', 'There was a problem loading your licences.'),
);
