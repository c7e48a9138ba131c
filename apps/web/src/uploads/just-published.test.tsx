import { screen } from '@testing-library/react';
import { store } from '../kernel/store.ts';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { signIn } from '../testing/sign-in.test-kit.ts';
import { user } from '../testing/user.test-kit.ts';
import { JustPublished } from './just-published.tsx';
import { publishedAtom } from './published.atoms.ts';

const photo = { id: 'fog', title: 'Fog', media_type: 'image', clip_url: null } as const;
const film = { id: 'waves', title: 'Waves', media_type: 'video', clip_url: 'creator/videos/1-a.mp4' } as const;
const waiting = { ...film, id: 'surf', title: 'Surf', clip_url: null };
const waits = 'On sale as soon as its preview is ready';

beforeEach(() => signIn({ id: 'mara' }));

test.each([
  [[photo], 'Your listing is live', 0],
  [[photo, film], '2 listings are live', 0],
  [[photo, waiting], 'Your listing is live', 1],
  [[waiting], 'Your listing is saved', 1],
  [[waiting, { ...waiting, id: 'storm' }], '2 listings are saved', 2],
])('[FIX-22] only listings that have a preview are said to be live', async (rows, title, waitingRows) => {
  store.set(publishedAtom, rows);
  showRoutes([{ path: '*', element: <JustPublished /> }], { initialEntries: ['/'] });
  expect(await screen.findByText(title)).toBeVisible();
  if (rows.length > 1) await user().click(screen.getByRole('button', { name: 'Show the list' }));
  expect(screen.queryAllByText(waits)).toHaveLength(waitingRows);
});
