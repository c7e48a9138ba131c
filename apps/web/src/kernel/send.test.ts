import { server } from '../testing/server.test-kit.ts';
import { pass } from '../testing/user.test-kit.ts';
import { ApiError, get, post, put } from './send.ts';

test('[CONST-05][CONST-06] a read is retried after 200, 400 and 800 ms, then it fails', async () => {
  const call = 'GET /api/config';
  server.refuse(call, 503);
  server.loseOnce(call);
  const reading = get('/api/config').catch((error: unknown) => error);
  await pass(0);
  let attempts = 1;
  for (const delayMs of [200, 400, 800]) {
    await pass(delayMs - 1);
    expect(server.asked(call)).toHaveLength(attempts);
    await pass(1);
    attempts += 1;
    expect(server.asked(call)).toHaveLength(attempts);
  }
  expect(await reading).toMatchObject({ name: 'ApiError', status: 503 });
  await pass(60_000);
  expect(server.asked(call)).toHaveLength(4);
});

test('[CONST-05] a read whose retry is answered succeeds', async () => {
  server.answer('GET /api/config', { value: 1 });
  server.refuseOnce('GET /api/config', 503);
  server.loseOnce('GET /api/config');
  server.refuseOnce('GET /api/config', 503);
  const reading = get('/api/config');
  await pass(1_400);
  expect(await reading).toEqual({ value: 1 });
});

test('a command is sent only once, even if it fails', async () => {
  server.refuse('POST /api/content', 503);
  await expect(post('/api/content', {})).rejects.toThrow(ApiError);
  await pass(60_000);
  expect(server.asked('POST /api/content')).toHaveLength(1);
});

test('a refusal carries the code, the messages and the fields of the answer', async () => {
  const refusal = { code: 'x', title: 'T', message: 'M', fields: { name: 'N' } };
  server.refuse('GET /api/profile', 400, refusal);
  await expect(get('/api/profile')).rejects.toMatchObject({ status: 400, ...refusal });
});

test('a read includes what was just written', async () => {
  server.answer('GET /api/licenses', {});
  await get('/api/licenses?limit=5', { after: 42 });
  expect(server.asked().map(({ path }) => path)).toEqual(['/api/licenses?limit=5&after=42']);
});

test('a file is sent as it is, under its own type', async () => {
  server.answer('PUT /api/profile/logo', {});
  const file = new File(['picture'], 'logo.png', { type: 'image/png' });
  await put('/api/profile/logo', file);
  const [sent] = server.asked('PUT /api/profile/logo');
  expect(sent?.body).toBe(file);
  expect(sent?.headers.get('content-type')).toBe('image/png');
});
