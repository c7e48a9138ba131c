import { server } from '../../testing/server.test-kit.ts';
import { pass } from '../../testing/user.test-kit.ts';
import { nowAtom } from '../now.atoms.ts';
import { get } from '../send.ts';
import { store } from '../store.ts';
import { serverNowMs } from './server-time.ts';

const minuteMs = 60_000;
const answerAt = (ms: number) =>
  server.answer('GET /api/any', () => Response.json({}, { headers: { date: new Date(ms).toUTCString() } }));

test.each([20, -20, 3 * 24 * 60])(
  '[FIX-30] with a clock that is %i minutes wrong, the server’s time counts',
  async (minutes) => {
    const serverMs = Date.UTC(2026, 10, 28, 12);
    vi.setSystemTime(serverMs + minutes * minuteMs);
    const stop = store.sub(nowAtom, () => undefined);
    answerAt(serverMs);
    await get('/api/any');
    expect(serverNowMs()).toBe(serverMs);
    expect(store.get(nowAtom)).toBe(serverMs);
    await pass(minuteMs);
    expect(serverNowMs()).toBe(serverMs + minuteMs);
    expect(store.get(nowAtom)).toBe(serverMs + minuteMs);
    stop();
    // The clock is put right.
    vi.setSystemTime(serverMs + 2 * minuteMs);
    answerAt(serverMs + 2 * minuteMs);
    await get('/api/any');
    expect(serverNowMs()).toBe(Date.now());
  },
);

test('[FIX-30] a second of the answer’s way changes nothing, nor does an answer without a time', async () => {
  answerAt(Date.now() - 1_400);
  await get('/api/any');
  expect(serverNowMs()).toBe(Date.now());
  server.answer('GET /api/any', () => Response.json({}, { headers: { date: 'soon' } }));
  await get('/api/any');
  expect(serverNowMs()).toBe(Date.now());
});
