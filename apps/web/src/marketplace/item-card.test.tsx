import { ChakraProvider } from '@chakra-ui/react';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { Provider, createStore } from 'jotai';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { server } from '../testing/server.test-kit.ts';
import { signIn } from '../testing/sign-in.test-kit.ts';
import { user as someone } from '../testing/user.test-kit.ts';
import { system } from '../theme/system.ts';
import { ItemCard } from './item-card.tsx';
import type { MarketItem } from './offers.ts';
import { samples } from './samples.ts';

const Arrival = () => <output>{JSON.stringify(useLocation().state)}</output>;

interface WallProps {
  readonly item: MarketItem;
  readonly store: ReturnType<typeof createStore>;
  readonly gone?: boolean;
  readonly preferredType?: 'six_month';
}

const place = { left: 0, top: 0, width: 420, height: 315 };

const Wall = ({ item, store, gone = false, preferredType }: WallProps) => (
  <Provider store={store}>
    <ChakraProvider value={system}>
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<ItemCard item={item} gone={gone} preferredType={preferredType} place={place} />} />
          <Route path="/auth" element={<Arrival />} />
        </Routes>
      </MemoryRouter>
    </ChakraProvider>
  </Provider>
);

/** jsdom doesn't know what is hovered: the journeys test that the overlay can be pressed only then. */
const user = () => someone({ pointerEventsCheck: 0 });

const show = (item: MarketItem, store = createStore()) => render(<Wall item={item} store={store} />);

/** The price of the chosen license. */
const chosenPrice = () => screen.getByText(/^\$/, { selector: '[aria-live] *' });

const arches = samples[2] as MarketItem;
const priced = { ...arches, one_time_price: 25, six_month_price: 250, perpetual_price: 500 };

test('[MKT-13][MKT-16][MKT-17][MKT-18] a card shows what it is, two tags, and the price of the chosen license', async () => {
  show({ ...priced, tags: ['one', 'two', 'three'] });
  expect(screen.getByRole('heading', { name: 'Two Arches' })).toBeVisible();
  expect(screen.queryByText('three')).toBeNull();
  expect(chosenPrice()).toHaveTextContent('$25.00');
  await user().selectOptions(screen.getByRole('combobox'), '6-Month License');
  expect(chosenPrice()).toHaveTextContent('$250.00');
});

test('[GAL-03] [MKT-18] at rest, a card shows its creator and the lowest price, or that of the license type being filtered by', () => {
  const item: MarketItem = { ...priced, creator_name: 'Carla Creator' };
  const { rerender } = show(item);
  const atRest = () => screen.getByRole('heading').parentElement;
  expect(atRest()).toBeVisible();
  expect(atRest()).toHaveTextContent(/Tessera Samples ?from \$25.00$/);
  const { sample: _sample, ...published } = item;
  rerender(<Wall item={published} store={createStore()} preferredType="six_month" />);
  expect(atRest()).toHaveTextContent(/Carla Creator ?\$250.00$/);
  rerender(<Wall item={{ ...published, offer_one_time: false, offer_six_month: false }} store={createStore()} />);
  expect(atRest()).toHaveTextContent(/Carla Creator ?\$500.00$/);
});

test('[GAL-03] the quick view shows everything that a card does and more text, and links to the item’s page', async () => {
  show({ ...priced, tags: ['one', 'two', 'three'] });
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
  expect(JSON.parse(sessionStorage.getItem('pendingCartItem') ?? '')).toMatchObject({ license_fee: 500 });
});

test('a card that is rendered anew, as after a late search result, keeps the chosen license', async () => {
  const store = createStore();
  const first = show(priced, store);
  await user().selectOptions(screen.getByRole('combobox'), '6-Month License');
  first.unmount();
  show(priced, store);
  expect(chosenPrice()).toHaveTextContent('$250.00');
});

test('[MKT-21][MKT-46][MKT-47][MKT-49][MKT-55] the terms name the parties, the date and the chosen type', async () => {
  show(priced);
  await user().click(screen.getByRole('button', { name: 'View terms' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Last updated November 25, 2026');
  expect(dialog).toHaveTextContent('Your brand');
  expect(within(dialog).getByText('One-Time Use')).toHaveAttribute('aria-current', 'true');
  expect(within(dialog).getByText('Perpetual License')).toHaveAttribute('aria-current', 'false');
  expect(within(dialog).getByRole('heading', { name: 'Governing Law' })).toBeVisible();
});

test('[CART-15][CART-16] a visitor is sent to sign up as a brand, and the item is kept', async () => {
  show(priced);
  await user().click(screen.getByRole('button', { name: 'Add to Cart' }));
  expect(JSON.parse(screen.getByRole('status').textContent)).toEqual({
    from: '/brand/marketplace',
    addToCart: true,
    userType: 'brand',
    authType: 'signup',
  });
  expect(JSON.parse(sessionStorage.getItem('pendingCartItem') ?? '')).toMatchObject({ id: arches.id, license_fee: 25 });
});

test('[MKT-43][MKT-45] a picture that is missing or fails says so and keeps its place', async () => {
  const { unmount } = show({ ...priced, media_url: '' });
  expect(screen.getByText('No preview yet')).toBeVisible();
  unmount();
  show(priced);
  const image = screen.getByRole('img', { name: 'Two Arches' });
  fireEvent.error(image);
  expect(await screen.findByText('Image unavailable')).toBeVisible();
});

test('[MKT-14] a video is marked as one, and shows its poster until there is a clip', () => {
  show({ ...priced, media_type: 'video', media_url: 'creator/videos/1-a.webp' });
  expect(screen.getByText('Video')).toBeVisible();
  const still = `${window.location.origin}/media/creator/videos/1-a.webp`;
  expect(screen.getByRole('img', { name: 'Two Arches' })).toHaveAttribute('src', still);
  expect(screen.queryByText('Video unavailable')).toBeNull();
});

test('the card of an item that left stays, can’t be added to the cart and keeps the focus; one that comes back is restored', async () => {
  const store = createStore();
  const { rerender } = render(<Wall item={priced} store={store} />);
  const button = screen.getByRole('button', { name: 'Add to Cart' });
  button.focus();
  rerender(<Wall item={priced} store={store} gone />);
  expect(button).toHaveFocus();
  expect(button).toHaveAccessibleName('No longer for sale');
  expect(screen.getByText('Two Arches has left the marketplace.')).toHaveAttribute('role', 'status');
  expect(screen.getByRole('combobox')).toBeDisabled();
  await user().click(button);
  expect(screen.getByRole('heading', { name: 'Two Arches' })).toBeVisible();
  rerender(<Wall item={priced} store={store} />);
  await user().click(screen.getByRole('button', { name: 'Add to Cart' }));
  expect(screen.queryByRole('heading', { name: 'Two Arches' })).toBeNull();
});

test('[MKT-22] a card’s button is named Add to Cart', () => {
  show(priced);
  expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
});

test('[MKT-11] [MKT-12] a video plays muted while the pointer is on its card, and rewinds when the pointer leaves', () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  show({ ...priced, media_type: 'video', clip_url: 'creator/videos/1-a.mp4' });
  const film = document.querySelector('video') as HTMLVideoElement;
  expect(film.muted).toBe(true);
  // The link to the item's page covers the video, so the pointer meets the link.
  const picture = film.parentElement?.querySelector('a') as HTMLElement;
  const terms = screen.getByRole('button', { name: 'View terms' });
  fireEvent.pointerOver(terms, { pointerType: 'mouse' });
  expect(play).toHaveBeenCalledTimes(1);
  film.currentTime = 2;
  fireEvent.pointerOut(terms, { pointerType: 'mouse', relatedTarget: picture });
  fireEvent.pointerOver(picture, { pointerType: 'mouse', relatedTarget: terms });
  expect(pause).not.toHaveBeenCalled();
  fireEvent.pointerOut(picture, { pointerType: 'mouse' });
  expect(pause).toHaveBeenCalledTimes(1);
  expect(film.currentTime).toBe(0);
  vi.restoreAllMocks();
});

test('[MKT-42] a video that can’t be loaded says so', () => {
  show({ ...priced, media_type: 'video', media_url: 'https://cdn.example/waves.mp4' });
  fireEvent.error(document.querySelector('video') as HTMLVideoElement);
  expect(screen.getByText('Video unavailable')).toBeVisible();
});

test('[MKT-44] media of another kind that can’t be loaded says so', () => {
  show({ ...priced, media_type: 'audio' as 'image', media_url: 'javascript:alert(1)' });
  expect(screen.getByText('Media unavailable')).toBeVisible();
});

test('title and picture lead to the page of the item', () => {
  show(priced);
  expect(screen.getByRole('link', { name: 'Two Arches' })).toHaveAttribute('href', `/marketplace/${arches.id}`);
  const hidden = screen.getAllByRole('link', { hidden: true });
  expect(hidden.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill(`/marketplace/${arches.id}`));
});

test('a video on the wall plays over its poster, and can’t be played once it has left', () => {
  const film: MarketItem = { ...priced, media_type: 'video', clip_url: 'creator/videos/1-a.mp4' };
  const store = createStore();
  const { rerender } = render(<Wall item={film} store={store} />);
  expect(screen.getByRole('button', { name: 'Play the preview of Two Arches' })).toBeVisible();
  rerender(<Wall item={film} store={store} gone />);
  expect(screen.queryByRole('button', { name: /preview/ })).toBeNull();
});

describe('when signed in', () => {
  test('[FIX-09] a creator’s own item is marked, with a link to edit it', async () => {
    await signIn({ id: priced.creator_id, role: 'creator' });
    show(priced);
    expect(screen.getByText('Your item')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Edit Two Arches' })).toHaveAttribute('href', `/creator/edit/${arches.id}`);
    expect(chosenPrice()).toHaveTextContent('$25.00');
    expect(screen.queryByRole('button', { name: 'Add to Cart' })).toBeNull();
  });

  test('[FIX-09] for another creator’s item, a creator sees the price, and why it can’t be added to a cart', async () => {
    await signIn({ id: 'somebody-else', role: 'creator' });
    show(priced);
    expect(screen.getByText('Only brand accounts can license content.')).toBeInTheDocument();
    expect(chosenPrice()).toHaveTextContent('$25.00');
    expect(screen.queryByText('Your item')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit Two Arches' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add to Cart' })).toBeNull();
  });

  test('[FIX-10] the card of an item that the brand has licensed says so', async () => {
    const held = { content_id: arches.id, license_id: 'l1', license_type: 'perpetual', end_date: null };
    server.answer('GET /api/cart/held', { items: [held] });
    await signIn({ id: 'acme', role: 'brand' });
    show(priced);
    show({ ...priced, id: 'another', title: 'Another' });
    expect(await screen.findAllByText('Licensed')).toHaveLength(1);
    expect(within(screen.getByRole('article', { name: 'Two Arches' })).getByText('Licensed')).toBeVisible();
  });
});
