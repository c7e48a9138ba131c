import type { HomepageBrand, HomepageBrandPage } from '@tessera/contract/accounts/profile';
import type { HomepageBrandUpdate } from '@tessera/domain/accounts/profile/homepage-brands.view';
import { sortedName } from '@tessera/domain/kernel/sorted-name';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { LiveMessage } from '../kernel/reading/live-connection.ts';
import { get } from '../kernel/send.ts';

/** As many as one answer holds. */
const brandsMax = 500;

type Answer = Pick<HomepageBrandPage, 'items' | 'position'>;

interface News {
  readonly brand: HomepageBrandUpdate;
  readonly position: number;
}

const byName = (one: HomepageBrand, other: HomepageBrand) => {
  const [name, others] = [sortedName(one.brand_name), sortedName(other.brand_name)];
  return name < others ? -1 : Number(name > others);
};

const withNews = (brands: readonly HomepageBrand[], { brand }: News): readonly HomepageBrand[] => {
  const others = brands.filter(({ id }) => id !== brand.id);
  return 'brand_name' in brand ? [...others, brand].sort(byName) : others;
};

/**
 * Who has opted in, by name; empty until that is known, and where it can't be read. What changes is told as long as it
 * is `seen`: a first visit does without the connection, and its scripts, until someone gets there.
 */
export const useHomepageBrands = (seen: boolean): readonly HomepageBrand[] => {
  const [answer, setAnswer] = useState<Answer>({ items: [], position: -1 });
  const [news, setNews] = useState<readonly News[]>([]);
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
      if (brand) setNews((before) => [...before.filter((known) => known.brand.id !== brand.id), { brand, position }]);
      // With each connection: of what happened since the list was read, nobody told here.
      else if (position > readUpTo()) void read();
    };
    const watching = import('../kernel/reading/live.ts').then(({ watch }) =>
      watch('homepage-brands', 'all', receive, { ofMany: true }),
    );
    return () => void watching.then((stop) => stop());
  }, [seen, read]);
  return news.filter(({ position }) => position > answer.position).reduce(withNews, answer.items);
};
