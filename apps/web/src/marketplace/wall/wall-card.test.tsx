import { screen, within } from '@testing-library/react';
import { arches, chosenPrice, pendingItem, showCard, user } from '../pictures/show-card.test-kit.tsx';
import type { MarketItem } from '../offers.ts';
import { WallCard } from './wall-card.tsx';

test('[GAL-03] over its picture, a card on the wall shows two tags, and the price of the chosen license', async () => {
  showCard(WallCard, { item: { ...arches, tags: ['one', 'two', 'three'] } });
  expect(screen.getByRole('heading', { name: 'Two Arches' })).toBeVisible();
  expect(screen.getByText('two')).toBeInTheDocument();
  expect(screen.queryByText('three')).toBeNull();
  expect(chosenPrice()).toHaveTextContent('$25.00');
  await user().selectOptions(screen.getByRole('combobox'), '6-Month License');
  expect(chosenPrice()).toHaveTextContent('$250.00');
});

test('[GAL-03] at rest, a card on the wall shows its creator and the lowest price, or that of the license type being filtered by', () => {
  const item: MarketItem = { ...arches, creator_name: 'Carla Creator' };
  const { change } = showCard(WallCard, { item });
  const atRest = () => screen.getByRole('heading').parentElement;
  expect(atRest()).toBeVisible();
  expect(atRest()).toHaveTextContent(/Tessera Samples ?from \$25.00$/);
  const { sample: _sample, ...published } = item;
  change({ item: published, preferredType: 'six_month' });
  expect(atRest()).toHaveTextContent(/Carla Creator ?\$250.00$/);
  change({ item: { ...published, offer_one_time: false, offer_six_month: false } });
  expect(atRest()).toHaveTextContent(/Carla Creator ?\$500.00$/);
});

test('[GAL-03] the quick view shows everything that a card does and more text, and links to the item’s page', async () => {
  showCard(WallCard, { item: { ...arches, tags: ['one', 'two', 'three'] } });
  await user().click(screen.getByRole('button', { name: 'Quick view of Two Arches' }));
  const view = within(await screen.findByRole('dialog', { name: 'Two Arches' }));
  expect(view.getByText('three')).toBeVisible();
  await user().selectOptions(view.getByRole('combobox', { name: 'License for Two Arches' }), 'Perpetual License');
  expect(view.getByText('$500.00')).toBeVisible();
  expect(view.getByRole('link', { name: 'View details' })).toHaveAttribute('href', `/marketplace/${arches.id}`);
  await user().click(view.getByRole('button', { name: 'View terms' }));
  const terms = await screen.findByRole('dialog', { name: 'Content License Agreement' });
  expect(within(terms).getByText('Perpetual License')).toHaveAttribute('aria-current', 'true');
  await user().click(within(terms).getByRole('button', { name: 'Close' }));
  await user().click(view.getByRole('button', { name: 'Add to Cart' }));
  expect(pendingItem()).toMatchObject({ license_fee: 500 });
});
