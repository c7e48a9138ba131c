import type { HomepageBrand, HomepageBrandNews } from '@tessera/domain/accounts/homepage-brands.view';
import { sortedName } from '@tessera/domain/kernel/sorted-name';
import { useEffect, useState } from 'react';
import { watch } from '../kernel/live.ts';
import type { LiveMessage } from '../kernel/live.ts';
import { get } from '../kernel/send.ts';

/** As many as one answer holds. */
const brandsMax = 500;

interface Answer {
  readonly items: readonly HomepageBrand[];
  readonly position: number;
}

interface News {
  readonly brand: HomepageBrandNews;
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

/** Who has opted in, by name, at this moment; empty until that is known, and where it can't be read. */
export const useHomepageBrands = (): readonly HomepageBrand[] => {
  const [answer, setAnswer] = useState<Answer>({ items: [], position: -1 });
  const [news, setNews] = useState<readonly News[]>([]);
  useEffect(() => {
    let readUpTo = -1;
    const read = async () => {
      const next = await get<Answer>(`/api/brands/homepage?limit=${brandsMax}`).catch(() => null);
      if (!next) return;
      readUpTo = next.position;
      setAnswer(next);
    };
    const firstRead = read();
    const hear = ({ position, value, removed }: LiveMessage) => {
      const brand = removed === undefined ? (value as HomepageBrandNews | null) : { id: removed };
      if (brand) setNews((before) => [...before.filter((known) => known.brand.id !== brand.id), { brand, position }]);
      // With each connection: of what happened since the list was read, nobody told here.
      else void firstRead.then(() => (position > readUpTo ? read() : undefined));
    };
    return watch('homepage-brands', 'all', hear, { ofMany: true });
  }, []);
  return news.filter(({ position }) => position > answer.position).reduce(withNews, answer.items);
};
