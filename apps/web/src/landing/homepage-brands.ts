import type { LiveMessage } from '@tessera/contract/kernel/live';
import type { HomepageBrand, HomepageBrandPage } from '@tessera/contract/accounts/profile';
import type { HomepageBrandUpdate } from '@tessera/domain/accounts/profile/homepage-brands.view';
import { plainText } from '@tessera/domain/kernel/text';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { get } from '../kernel/send.ts';
import { loadWithRetry } from '../kernel/load-with-retry.ts';

/** The server's maximum page size. */
const brandsMax = 500;

type Answer = Pick<HomepageBrandPage, 'items' | 'position'>;

interface Change {
  readonly brand: HomepageBrandUpdate;
  readonly position: number;
}

const byName = (one: HomepageBrand, other: HomepageBrand) => {
  const [name, others] = [plainText(one.brand_name), plainText(other.brand_name)];
  return name < others ? -1 : Number(name > others);
};

const withChange = (brands: readonly HomepageBrand[], { brand }: Change): readonly HomepageBrand[] => {
  const others = brands.filter(({ id }) => id !== brand.id);
  return 'brand_name' in brand ? [...others, brand].sort(byName) : others;
};

/**
 * The brands that have opted in, by name; empty until they have loaded, and if they can't be. Changes are only followed
 * once `seen`, so that a first visit doesn't load the live connection's code until the user scrolls there.
 */
export const useHomepageBrands = (seen: boolean): readonly HomepageBrand[] => {
  const [answer, setAnswer] = useState<Answer>({ items: [], position: -1 });
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const read = useCallback(async () => {
    const next = await get<HomepageBrandPage>(`/api/brands/homepage?limit=${brandsMax}`).catch(() => null);
    if (next) setAnswer((before) => (next.position >= before.position ? next : before));
  }, []);
  useEffect(() => void read(), [read]);
  const readUpTo = useEffectEvent(() => answer.position);
  useEffect(() => {
    if (!seen) return undefined;
    const receive = ({ position, value, removed }: LiveMessage) => {
      const brand = removed === undefined ? (value as HomepageBrandUpdate | null) : { id: removed };
      if (brand)
        setChanges((before) => [...before.filter((known) => known.brand.id !== brand.id), { brand, position }]);
      // Each (re)connection reports a position: changes up to it, since the list was read, may have been missed.
      else if (position > readUpTo()) void read();
    };
    const watching = loadWithRetry(() => import('../kernel/reading/live.ts')).then(({ watch }) =>
      watch('homepage-brands', 'all', receive, { ofMany: true }),
    );
    return () => void watching.then((stop) => stop());
  }, [seen, read]);
  return changes.filter(({ position }) => position > answer.position).reduce(withChange, answer.items);
};
