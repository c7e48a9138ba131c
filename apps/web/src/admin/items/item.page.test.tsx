import { screen, within } from '@testing-library/react';
import type { AdminItem } from '@tessera/contract/showcase';
import { Route, Routes } from 'react-router-dom';
import { server } from '../../testing/server.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { nextPosition, pushEvent, showToAdmin } from '../admin-page.test-kit.tsx';
import { AdminItemPage } from './item.page.tsx';
import { reportedItem } from './reported-item.test-kit.ts';

let found: AdminItem;
const read = 'GET /api/admin/items/photo';

beforeEach(() => {
  found = {
    item: reportedItem,
    pinned: false,
    open_reports: 0,
    original_width: 60,
    original_height: 60,
    all_pinned: [{ ...reportedItem, id: 'boats', title: 'Boats' }],
    published_at: '2026-11-25T21:00:00.000Z',
  };
  server.answer(read, () => found);
});

const open = () =>
  showToAdmin(
    '/admin/items/photo',
    <Routes>
      <Route path="/admin/items/:item" element={<AdminItemPage />} />
    </Routes>,
  );

test('[FIX-47] the operator sees an item with its facts, and pins it to the home page and unpins it', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Harbour at dawn' })).toBeVisible();
  expect(screen.getByText('60 × 60 px')).toBeVisible();
  expect(screen.getByText('Mara Lindqvist, mara@example.com')).toBeVisible();
  const pinned = screen.getByRole('region', { name: 'Pinned to the home page (1 of 8)' });
  expect(within(pinned).getByRole('link', { name: 'Boats' })).toHaveAttribute('href', '/admin/items/boats');

  server.answer('POST /api/admin/items/photo/pin', () => {
    found = { ...found, pinned: true, all_pinned: [reportedItem, ...found.all_pinned] };
    return { position: nextPosition() };
  });
  await user().click(screen.getByRole('button', { name: 'Pin to the home page' }));
  expect(await screen.findByRole('button', { name: 'Unpin from the home page' })).toBeVisible();
  expect(toasts()).toContainEqual(['success', 'Pinned to the home page', 'Visitors see “Harbour at dawn” first.']);
  expect(screen.getByRole('region', { name: 'Pinned to the home page (2 of 8)' })).toBeVisible();

  server.answer('POST /api/admin/items/photo/unpin', () => {
    found = { ...found, pinned: false, all_pinned: [] };
    return { position: nextPosition() };
  });
  await user().click(screen.getByRole('button', { name: 'Unpin from the home page' }));
  expect(await screen.findByText(/^Nothing is pinned/)).toBeVisible();
});

test('[FIX-47] a full home page is a refusal that says what to do; an item that left can’t be pinned', async () => {
  open();
  server.refuse('POST /api/admin/items/photo/pin', 409, {
    code: 'showcase_full',
    title: 'The home page is full',
    message: 'It has room for 8 pinned items. Unpin another one first.',
  });
  await user().click(await screen.findByRole('button', { name: 'Pin to the home page' }));
  expect(toasts()).toContainEqual([
    'error',
    'The home page is full',
    'It has room for 8 pinned items. Unpin another one first.',
  ]);
  found = { ...found, item: { ...reportedItem, status: 'withdrawn' } };
  await pushEvent(nextPosition(), 'content-photo');
  expect(await screen.findByText('No longer for sale')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pin to the home page' })).toBeDisabled();
});
