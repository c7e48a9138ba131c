import { waitFor } from '@testing-library/react';
import type { AdminTasks } from '@tessera/contract/admin';
import type { ReactNode } from 'react';
import { store } from '../kernel/store.ts';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { liveServer } from '../testing/live-server.test-kit.ts';
import { server } from '../testing/server.test-kit.ts';
import { adminSessionAtom } from './admin-session.atoms.ts';

const nothing = { count: 0, since: null };
export const noTasks: AdminTasks = {
  refunds: nothing,
  returned_refunds: nothing,
  disputes: nothing,
  reports: nothing,
  referrals: nothing,
  payouts: nothing,
};

// Unless a test is about what waits for the admin, that is nothing.
beforeEach(() => server.answer('GET /api/admin/tasks', noTasks));

export const signInAdmin = () =>
  store.set(adminSessionAtom, { access_token: 'secret', expires_at: Date.now() / 1_000 + 60 });

/** Renders a page for an admin who has just signed in, with nothing loaded yet. */
export const showToAdmin = (address: string, page: ReactNode) => {
  signInAdmin();
  return showRoutes([{ path: '*', element: page }], { initialEntries: [address] });
};

let latestPosition = 100;

/** The position of a change that is newer than all others: pages remember the latest one, even from test to test. */
export const nextPosition = () => (latestPosition += 1);

interface Message {
  readonly position: number;
  readonly value: unknown;
}

/** Tells the page, once it watches a view of everything, of a change in it. */
export const pushToAdmin = async (view: string, message: Message) => {
  await waitFor(() => expect(liveServer.watched()).toContain(`${view}/all`));
  await liveServer.push(view, 'all', message);
};

/** Tells the page of an event that was just recorded. */
export const pushEvent = (position: number, stream: string, type = '') =>
  pushToAdmin('event-log', { position, value: { items: [{ stream, type }] } });
