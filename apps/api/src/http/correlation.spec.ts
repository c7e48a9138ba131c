import { randomUUID } from 'node:crypto';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { pino } from 'pino';
import { checkout } from '../../../../test/support/worlds/client.ts';
import { wholeShopForFile } from '../../../../test/support/worlds/whole-shop.ts';
import { startTracing } from '../adapters/tracing.ts';
import { EventStore } from '../kernel/log/port.ts';

const exporter = new InMemorySpanExporter();
const logger = pino({ level: 'silent' });
const tracing = startTracing({ role: 'all', logger, processor: new SimpleSpanProcessor({ exporter }) });
const shop = wholeShopForFile();
afterAll(() => tracing.stop());

/** A brand creates a board, under a name that it gives to its request. */
const createBoard = (requestId?: string) =>
  fetch(`${shop.whole.url}/api/boards`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${shop.brand.token}`,
      'content-type': 'application/json',
      ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    },
    body: JSON.stringify({ name: randomUUID() }),
  });
const eventsOf = async (correlation: string) => {
  const recorded = await shop.whole.app.get<EventStore>(EventStore).readAll({ after: -1, limit: 1_000 });
  return recorded.filter(({ metadata }) => metadata.correlation === correlation).map(({ type }) => type);
};

describe('[FIX-40] what a caller names is their own', () => {
  it('nobody files events under the order of another by naming their request like it', async () => {
    const { order_id } = await checkout(shop.whole.url, shop.brand.token, [{ id: shop.itemId }]);
    const before = await eventsOf(order_id);
    expect(before).toContain('OrderPlaced');
    const answer = await createBoard(order_id);
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([201, order_id]);
    expect(await eventsOf(order_id)).toEqual(before);
  });

  it('a name stays in the answer and in the trace; without one, the answer has the name under which events are filed', async () => {
    const named = await createBoard('my-request-4711');
    expect(named.headers.get('x-request-id')).toBe('my-request-4711');
    const spans = exporter.getFinishedSpans().filter(({ name }) => name === 'POST /api/boards');
    expect(spans.map(({ attributes }) => attributes['tessera.request_id'])).toContain('my-request-4711');
    expect(await eventsOf('my-request-4711')).toEqual([]);
    const unnamed = await createBoard();
    expect(await eventsOf(unnamed.headers.get('x-request-id') ?? '')).toEqual(['BoardCreated']);
  });
});
