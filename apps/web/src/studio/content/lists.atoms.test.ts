import { store } from '../../kernel/store.ts';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { pass } from '../../testing/user.test-kit.ts';
import { myContent } from './lists.atoms.ts';

const mine = 'GET /api/content/mine';
const page = { items: [{ id: 'content-1' }], next_cursor: null, position: 7 };
const openList = () => store.set(myContent.openAtom, '');

let accounts = 0;
/** Another account for each test, so that nothing is cached for it. */
beforeEach(async () => {
  server.answer(mine, page);
  await signIn({ id: `creator-${(accounts += 1)}` });
  showRoutes([{ path: '*', Component: () => null }]);
});

it('[CREA-14] the content query is retried 3 times, 1 s apart', async () => {
  for (let failures = 0; failures < 3; failures += 1) server.loseOnce(mine);
  const reading = openList();
  await pass(2_999);
  expect(server.asked(mine)).toHaveLength(3);
  await pass(1);
  await reading;
  expect(server.asked(mine)).toHaveLength(4);
  expect(store.get(myContent.listAtom)).toMatchObject({ status: 'loaded', items: page.items });
  expect(toasts()).toEqual([]);
});

it('[CREA-15] the content query is loaded again only after 5 minutes', async () => {
  await openList();
  await pass(299_999);
  await openList();
  expect(server.asked(mine)).toHaveLength(1);
  await pass(1);
  await openList();
  expect(server.asked(mine)).toHaveLength(2);
});

it('[CREA-16] [CREA-17] [CREA-18] a list that can’t be loaded has failed, and a toast says so', async () => {
  server.lose(mine);
  const reading = openList();
  await pass(3_000);
  await reading;
  expect(store.get(myContent.listAtom).status).toBe('failed');
  expect(toasts()).toEqual([['error', 'Error Loading Content', 'There was a problem loading your content.']]);
});
