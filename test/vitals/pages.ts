import type { Shop } from '../demo/open-shop.ts';
import { password, post } from '../support/worlds/client.ts';
import type { Product } from '../support/worlds/product.ts';
import type { Visit } from './page-vitals.ts';

/** A page that is measured, and the limit for its largest paint. */
export interface MeasuredPage extends Pick<Visit, 'keeps'> {
  readonly name: string;
  readonly path: string;
  readonly lcpMaxMs: number;
}

const landingMaxMs = 2_000;
const shopMaxMs = 2_500;
const usualMaxMs = 3_000;

const signedIn = async (url: string, email: string) => {
  const session = await post(`${url}/auth/v1/token?grant_type=password`, { email, password });
  return { 'tessera-session': JSON.stringify(session) };
};

/** The pages where most people arrive, and those that they use most. */
export const measuredPages = async (
  product: Product,
  { sellers, buyers, items }: Shop,
): Promise<readonly MeasuredPage[]> => {
  // The very first item is a video.
  const [seller, buyer, item] = [sellers[0], buyers[0], items[1]];
  if (!seller || !buyer || !item) throw new Error('The shop is empty');
  const { url } = product;
  const brand = await signedIn(url, buyer.email);
  const creator = await signedIn(url, seller.email);
  const admin = await post(`${url}/api/admin/session`, { email: 'admin@localhost', password: product.adminPassword() });
  const line = { id: item, title: 'In the cart', price: 25, licenseType: 'one_time', quantity: 1 };
  const inCart = { ...line, creatorId: seller.id, mediaUrl: '', mediaType: 'photo', description: '' };
  const cart = { [`cart:${buyer.id}`]: JSON.stringify([inCart]) };
  return [
    { name: 'landing', path: '/', lcpMaxMs: landingMaxMs },
    { name: 'marketplace', path: '/marketplace', lcpMaxMs: shopMaxMs },
    { name: 'item', path: `/marketplace/${item}`, lcpMaxMs: shopMaxMs },
    { name: 'help', path: '/help', lcpMaxMs: usualMaxMs },
    { name: 'sign-in', path: '/auth?tab=login', lcpMaxMs: usualMaxMs },
    { name: 'cart', path: '/brand/cart', lcpMaxMs: usualMaxMs, keeps: { local: { ...brand, ...cart } } },
    { name: 'brand', path: '/brand/dashboard', lcpMaxMs: usualMaxMs, keeps: { local: brand } },
    { name: 'creator', path: '/creator/dashboard', lcpMaxMs: usualMaxMs, keeps: { local: creator } },
    {
      name: 'admin',
      path: '/admin',
      lcpMaxMs: usualMaxMs,
      keeps: { session: { adminSession: JSON.stringify(admin) } },
    },
  ];
};
