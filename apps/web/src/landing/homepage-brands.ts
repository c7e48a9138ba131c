import type { HomepageBrand } from '@tessera/domain/accounts/homepage-brands.view';
import { useEffect, useState } from 'react';
import { get } from '../kernel/send.ts';

/** As many as one answer holds. */
const brandsMax = 500;

/** Who has opted in, by name; empty until that is known, and where it can't be read. */
export const useHomepageBrands = (): readonly HomepageBrand[] => {
  const [brands, setBrands] = useState<readonly HomepageBrand[]>([]);
  useEffect(() => {
    get<{ items: readonly HomepageBrand[] }>(`/api/brands/homepage?limit=${brandsMax}`).then(
      ({ items }) => setBrands(items),
      () => undefined,
    );
  }, []);
  return brands;
};
