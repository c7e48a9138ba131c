import { plainText } from '../../kernel/text.ts';
import { changes, defineView, on, removes } from '../../kernel/view.ts';
import { shownAddress } from '../../web-address.ts';
import { accountDeleted, brandLogoChanged, brandProfileChanged, brandRegistered } from '../account-events.ts';

/** The public facts about a brand that is shown on the home page. */
export interface HomepageBrand {
  readonly id: string;
  readonly brand_name: string;
  readonly logo_url: string | null;
  readonly brand_url: string;
}

/** What is published when a brand changes: only its id if it isn't shown. */
export type HomepageBrandUpdate = HomepageBrand | Pick<HomepageBrand, 'id'>;

/** The room for updates of all brands. */
const everybody = 'all';

interface ListedBrand extends HomepageBrand {
  readonly show_on_homepage: boolean;
}

export const homepageBrandRow = ({ id, brand_name, logo_url, brand_url }: HomepageBrand): HomepageBrand => ({
  id,
  brand_name,
  logo_url,
  brand_url: shownAddress(brand_url),
});

const newsOf = (brand: ListedBrand): HomepageBrandUpdate =>
  brand.show_on_homepage ? homepageBrandRow(brand) : { id: brand.id };

/** Every brand by its id; the home page lists those that are `shown`. */
export const homepageBrands = defineView<ListedBrand>({
  name: 'homepage-brands',
  version: 2,
  on: [
    on(brandRegistered, 'account_id', (_brand, { account_id, brand_name, brand_url }): ListedBrand => ({
      id: account_id,
      brand_name,
      logo_url: null,
      brand_url,
      show_on_homepage: false,
    })),
    changes(brandProfileChanged, 'account_id', (brand, { brand_name, brand_url, show_on_homepage }) => ({
      ...brand,
      brand_name,
      brand_url,
      show_on_homepage,
    })),
    changes(brandLogoChanged, 'account_id', (brand, { logo_url }) => ({ ...brand, logo_url })),
    removes(accountDeleted, 'account_id'),
  ],
  indexes: {
    fields: {
      shown: (brand) => (brand.show_on_homepage ? 1 : 0),
      sorted_name: (brand) => plainText(brand.brand_name),
    },
    listings: [{ where: ['shown'], sorts: ['sorted_name'] }],
  },
  live: { room: () => everybody, value: newsOf, mayWatch: (_reader, room) => room === everybody },
});
