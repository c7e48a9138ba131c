import { fireEvent, screen } from '@testing-library/react';
import { store } from '../../kernel/store.ts';
import { server } from '../../testing/server.test-kit.ts';
import { signIn, signOut } from '../../testing/sign-in.test-kit.ts';
import type { MarketItem } from '../offers.ts';
import { ItemCard } from './item-card.tsx';
import { arches, chosenPrice, showCard, user } from '../pictures/show-card.test-kit.tsx';

const show = (item: MarketItem) => showCard(ItemCard, { item });

test('[GAL-03] [MKT-10] [MKT-13] [MKT-17] [MKT-18] [MKT-21] [MKT-22] a card shows picture, title, creator, description, license types, price, terms and cart at rest', () => {
  const { sample: _sample, ...published } = arches;
  show({ ...published, creator_name: 'Carla Creator' });
  const picture = screen.getByRole('img', { name: 'Two Arches' });
  fireEvent.load(picture);
  expect(picture).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Two Arches' })).toBeVisible();
  expect(screen.getByText('Carla Creator')).toBeVisible();
  expect(screen.getByText(/^Clay walls and a strip of sea/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'License for Two Arches' })).toBeVisible();
  expect(chosenPrice()).toBeVisible();
  expect(screen.getByRole('button', { name: 'View terms' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
});

test('[MKT-16] a card shows two of its tags', () => {
  show({ ...arches, tags: ['one', 'two', 'three'] });
  const tags = screen.getByRole('list', { name: 'Tags' });
  expect([...tags.children].map(({ textContent }) => textContent)).toEqual(['one', 'two']);
});

test('[MKT-20] the price is that of the chosen license type, or the fee of an item that carries only that', async () => {
  const { unmount } = show(arches);
  expect(chosenPrice()).toHaveTextContent('$25.00');
  await user().selectOptions(screen.getByRole('combobox'), 'Perpetual License');
  expect(chosenPrice()).toHaveTextContent('$500.00');
  unmount();
  show({ ...arches, id: 'another', one_time_price: 0, six_month_price: 0, perpetual_price: 0, license_fee: 120 });
  expect(chosenPrice()).toHaveTextContent('$120.00');
  await user().selectOptions(screen.getByRole('combobox'), '6-Month License');
  expect(chosenPrice()).toHaveTextContent('$120.00');
});

test('a card starts with the license type being filtered by', () => {
  showCard(ItemCard, { item: arches, preferredType: 'six_month' });
  expect(screen.getByRole('combobox')).toHaveValue('six_month');
  expect(chosenPrice()).toHaveTextContent('$250.00');
});

test('[FIX-46] a license type that a visitor chose stays when they sign in; what an account chose is not the next one’s', async () => {
  showCard(ItemCard, { item: arches, store });
  const type = screen.getByRole('combobox');
  await user().selectOptions(type, 'Perpetual License');
  await signIn({ id: 'acme', role: 'brand' });
  expect(type).toHaveValue('perpetual');
  await user().selectOptions(type, '6-Month License');
  await signOut();
  expect(type).toHaveValue('one_time');
  await signIn({ id: 'northwind', role: 'brand' });
  expect(type).toHaveValue('one_time');
});

test('[GAL-03] the keyboard goes from the title over saving, the license type and the cart to the terms', async () => {
  const { sample: _sample, ...published } = arches;
  show(published);
  const keyboard = user();
  const stops: (string | null)[] = [];
  for (let tabs = 0; tabs < 5; tabs += 1) {
    await keyboard.tab();
    stops.push(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null);
  }
  expect(stops).toEqual(['Two Arches', 'Save Two Arches', 'License for Two Arches', 'Add to Cart', 'View terms']);
});

test('[GAL-03] only a picture that is very tall or very wide is shown within a frame, and none is cropped', () => {
  const fit = (sides: Pick<MarketItem, 'media_width' | 'media_height'>) => {
    const { unmount } = show({ ...arches, ...sides });
    const { objectFit } = getComputedStyle(screen.getByRole('img', { name: 'Two Arches' }));
    unmount();
    return objectFit;
  };
  expect(fit({ media_width: 800, media_height: 600 })).toBe('cover');
  expect(fit({ media_width: 600, media_height: 1_600 })).toBe('contain');
  expect(fit({ media_width: 3_000, media_height: 600 })).toBe('contain');
});

test('[GAL-11] a brand saves an item to a board from its card', async () => {
  server.answer('GET /api/boards', { items: [] });
  await signIn({ id: 'acme', role: 'brand' });
  const { sample: _sample, ...published } = arches;
  show(published);
  expect(screen.getByRole('button', { name: 'Save Two Arches' })).toHaveAttribute('aria-haspopup', 'menu');
});
