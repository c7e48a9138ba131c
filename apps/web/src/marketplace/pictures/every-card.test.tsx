import { fireEvent, screen, within } from '@testing-library/react';
import { createStore } from 'jotai';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import type { MarketItem } from '../offers.ts';
import { WallCard } from '../wall/wall-card.tsx';
import { ItemCard } from '../cards/item-card.tsx';
import { arches, chosenPrice, pendingItem, showCard, user } from './show-card.test-kit.tsx';

describe.each([
  ['a card', ItemCard],
  ['a card on the wall', WallCard],
])('%s', (_which, Card) => {
  const show = (item: MarketItem, store = createStore()) => showCard(Card, { item, store });

  test('that is rendered anew, as after a late search result, keeps the chosen license', async () => {
    const store = createStore();
    const first = show(arches, store);
    await user().selectOptions(screen.getByRole('combobox'), '6-Month License');
    first.unmount();
    show(arches, store);
    expect(chosenPrice()).toHaveTextContent('$250.00');
  });

  test('[MKT-21] [MKT-46] [MKT-47] [MKT-49] [MKT-55] leads to the terms, which name the parties, the date and the chosen type', async () => {
    show(arches);
    await user().click(screen.getByRole('button', { name: 'View terms' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('Last updated November 25, 2026');
    expect(dialog).toHaveTextContent('Your brand');
    expect(within(dialog).getByText('One-Time Use')).toHaveAttribute('aria-current', 'true');
    expect(within(dialog).getByText('Perpetual License')).toHaveAttribute('aria-current', 'false');
    expect(within(dialog).getByRole('heading', { name: 'Governing Law' })).toBeVisible();
  });

  test('[CART-15] [CART-16] sends a visitor who adds it to sign up as a brand, and the item is kept', async () => {
    show(arches);
    await user().click(screen.getByRole('button', { name: 'Add to Cart' }));
    expect(JSON.parse(screen.getByText(/addToCart/).textContent)).toEqual({
      from: '/brand/marketplace',
      addToCart: true,
      userType: 'brand',
      authType: 'signup',
    });
    expect(pendingItem()).toMatchObject({ id: arches.id, license_fee: 25 });
  });

  test('[MKT-43] [MKT-45] says so if its picture is missing or fails', async () => {
    const { unmount } = show({ ...arches, media_url: '' });
    expect(screen.getByText('No preview yet')).toBeVisible();
    unmount();
    show(arches);
    fireEvent.error(screen.getByRole('img', { name: 'Two Arches' }));
    expect(await screen.findByText('Image unavailable')).toBeVisible();
  });

  test('[MKT-14] marks a video as one, and shows its poster until there is a clip', () => {
    show({ ...arches, media_type: 'video', media_url: 'creator/videos/1-a.webp' });
    expect(screen.getByText('Video')).toBeVisible();
    const still = `${window.location.origin}/media/creator/videos/1-a.webp`;
    expect(screen.getByRole('img', { name: 'Two Arches' })).toHaveAttribute('src', still);
    expect(screen.queryByText('Video unavailable')).toBeNull();
  });

  test('of an item that left stays, can’t be added to the cart and keeps the focus; one that comes back is restored', async () => {
    const store = createStore();
    const { change } = show(arches, store);
    const button = screen.getByRole('button', { name: 'Add to Cart' });
    button.focus();
    change({ item: arches, store, gone: true });
    expect(button).toHaveFocus();
    expect(button).toHaveAccessibleName('No longer for sale');
    expect(screen.getByText('Two Arches has left the marketplace.')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('combobox')).toBeDisabled();
    await user().click(button);
    expect(screen.getByRole('heading', { name: 'Two Arches' })).toBeVisible();
    change({ item: arches, store });
    await user().click(screen.getByRole('button', { name: 'Add to Cart' }));
    expect(screen.queryByRole('heading', { name: 'Two Arches' })).toBeNull();
  });

  test('[MKT-11] [MKT-12] plays its video muted while the pointer is on it, and rewinds when the pointer leaves', () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
    show({ ...arches, media_type: 'video', clip_url: 'creator/videos/1-a.mp4' });
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

  test('plays a video over its poster, and no longer once it has left', () => {
    const film: MarketItem = { ...arches, media_type: 'video', clip_url: 'creator/videos/1-a.mp4' };
    const { change } = show(film);
    expect(screen.getByRole('button', { name: 'Play the preview of Two Arches' })).toBeVisible();
    change({ item: film, gone: true });
    expect(screen.queryByRole('button', { name: /preview/ })).toBeNull();
  });

  test('[MKT-42] says so if its video can’t be loaded', () => {
    show({ ...arches, media_type: 'video', media_url: 'https://cdn.example/waves.mp4' });
    fireEvent.error(document.querySelector('video') as HTMLVideoElement);
    expect(screen.getByText('Video unavailable')).toBeVisible();
  });

  test('[MKT-44] says so if media of another kind can’t be loaded', () => {
    show({ ...arches, media_type: 'audio' as 'image', media_url: 'javascript:alert(1)' });
    expect(screen.getByText('Media unavailable')).toBeVisible();
  });

  test('leads to the page of the item by its title and its picture', () => {
    show(arches);
    expect(screen.getByRole('link', { name: 'Two Arches' })).toHaveAttribute('href', `/marketplace/${arches.id}`);
    const links = screen.getAllByRole('link', { hidden: true });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill(`/marketplace/${arches.id}`));
  });

  test('[FIX-09] marks a creator’s own item, with a link to edit it in place of the cart', async () => {
    await signIn({ id: arches.creator_id, role: 'creator' });
    show(arches);
    expect(screen.getByText('Your item')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Edit Two Arches' })).toHaveAttribute('href', `/creator/edit/${arches.id}`);
    expect(chosenPrice()).toHaveTextContent('$25.00');
    expect(screen.queryByRole('button', { name: 'Add to Cart' })).toBeNull();
  });

  test('[FIX-09] [CART-17] [CART-34] stores another creator’s item for a sign-in as a brand, and says so', async () => {
    await signIn({ id: 'somebody-else', role: 'creator' });
    show(arches);
    expect(screen.queryByText('Your item')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit Two Arches' })).toBeNull();
    await user().selectOptions(screen.getByRole('combobox'), '6-Month License');
    await user().click(screen.getByRole('button', { name: 'Add to Cart' }));
    expect(pendingItem()).toMatchObject({ id: arches.id, license_type: 'six_month', license_fee: 250 });
    expect(toasts()).toEqual([['info', 'Saved for later', 'Sign in with a brand account to add this to your cart.']]);
    expect(screen.getByRole('heading', { name: 'Two Arches' })).toBeVisible();
  });

  test('[FIX-10] of an item that the brand has licensed says so', async () => {
    const held = { content_id: arches.id, license_id: 'l1', license_type: 'perpetual', end_date: null };
    server.answer('GET /api/cart/held', { items: [held] });
    await signIn({ id: 'acme', role: 'brand' });
    show(arches);
    show({ ...arches, id: 'another', title: 'Another' });
    expect(await screen.findAllByText('Licensed')).toHaveLength(1);
    expect(within(screen.getByRole('article', { name: 'Two Arches' })).getByText('Licensed')).toBeVisible();
  });
});
