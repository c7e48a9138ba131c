import { ApiError, get, post, put } from './send.ts';

const stubAnswers = (...responses: (Response | Error)[]) => {
  const fetched = vi.fn(async () => {
    const next = responses.shift();
    if (!next || next instanceof Error) throw next ?? new Error('One call too many.');
    return next;
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

const down = () => new Response('{}', { status: 503 });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('[CONST-05][CONST-06] a read is retried after 200, 400 and 800 ms, then it fails', async () => {
  const fetched = stubAnswers(down(), new TypeError('offline'), down(), Response.json({ value: 1 }));
  const began = Date.now();
  const reading = get('/api/config');
  await vi.runAllTimersAsync();
  expect(await reading).toEqual({ value: 1 });
  expect(fetched).toHaveBeenCalledTimes(4);
  expect(Date.now() - began).toBe(1_400);
});

test('a command is sent only once, even if it fails', async () => {
  const fetched = stubAnswers(down());
  await expect(post('/api/content', {})).rejects.toThrow(ApiError);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a refusal carries the code, the messages and the fields of the answer', async () => {
  stubAnswers(
    Response.json({ error: { code: 'x', title: 'T', message: 'M', fields: { name: 'N' } } }, { status: 400 }),
  );
  await expect(get('/api/profile')).rejects.toMatchObject({
    status: 400,
    code: 'x',
    title: 'T',
    message: 'M',
    fields: { name: 'N' },
  });
});

test('a read includes what was just written', async () => {
  const fetched = stubAnswers(Response.json({}));
  await get('/api/licenses?limit=5', { after: 42 });
  expect(fetched).toHaveBeenCalledWith('/api/licenses?limit=5&after=42', expect.anything());
});

test('a file is sent as it is, under its own type', async () => {
  const fetched = stubAnswers(Response.json({}));
  const file = new File(['picture'], 'logo.png', { type: 'image/png' });
  await put('/api/profile/logo', file);
  const headers: unknown = expect.objectContaining({ 'content-type': 'image/png' });
  expect(fetched).toHaveBeenCalledWith(
    '/api/profile/logo',
    expect.objectContaining({ method: 'PUT', body: file, headers }),
  );
});
