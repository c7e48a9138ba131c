import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { CreatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { pino } from 'pino';
import { checkout, get, licenses, pay, testCards } from '../../../../test/support/worlds/client.ts';
import { freePort } from '../../../../test/support/servers/free-port.ts';
import { videoLeases } from '../../../../test/support/servers/ffmpeg.ts';
import { connect, nextMessage, watch } from '../../../../test/support/live.ts';
import { samplesOf } from '../../../../test/support/process/metrics.ts';
import { openShop } from '../../../../test/support/worlds/shop.ts';
import type { Shop } from '../../../../test/support/worlds/shop.ts';
import { until } from '../../../../test/support/until.ts';
import { systemClock } from '../kernel/clock.ts';
import { readConfig } from '../config.ts';
import { startService } from '../service.ts';
import type { Service } from '../service.ts';
import { startTracing } from '../adapters/tracing.ts';

describe('a purchase, as an operator sees it', () => {
  const exporter = new InMemorySpanExporter();
  let dataDir: string;
  let tracing: ReturnType<typeof startTracing>;
  let service: Service;
  let shop: Shop;
  let url: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tessera-observed-'));
    const logger = pino({ level: 'silent' });
    tracing = startTracing({ role: 'all', logger, processor: new SimpleSpanProcessor({ exporter }) });
    const port = await freePort();
    const config = readConfig({ DATA_DIR: dataDir, PORT: String(port) });
    service = await startService({ config, logger, clock: systemClock });
    url = `http://localhost:${port}`;
    shop = await openShop({ url });
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await tracing.stop();
    await rm(dataDir, { recursive: true });
  });

  const namesIn = (spans: readonly ReadableSpan[]) => new Set(spans.map(({ name }) => name));
  const ofTrace = (traceId: string | undefined) =>
    exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);
  const named = (spans: readonly ReadableSpan[], name: string) => {
    const found = spans.find((span) => span.name === name);
    if (!found) throw new Error(`No span "${name}" among ${[...namesIn(spans)].join(', ')}`);
    return found;
  };
  const samples = async () => samplesOf(await (await fetch(`${url}/metrics`)).text());

  it('is one trace, from the request through command, append and fold to the push', async () => {
    const socket = await connect(url, shop.creator.token);
    await watch(socket, 'creator-dashboard', shop.creator.id);
    const pushed = nextMessage<CreatorDashboard>(socket, ({ value }) => value.total_licenses === 1);
    const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
    const { position } = await pay(url, shop.brand.token, order_id);
    await pushed;
    await licenses(url, shop.brand.token, position);
    socket.close();

    const request = named(exporter.getFinishedSpans(), 'POST /api/orders/:id/payment');
    const { traceId, spanId } = request.spanContext();
    // Any process can derive the trace's id from the event.
    expect(traceId).toBe(createHash('sha256').update(order_id).digest('hex').slice(0, 32));
    const spans = ofTrace(traceId);
    const childrenOf = (id: string) => spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === id);
    expect(namesIn(childrenOf(spanId))).toEqual(new Set(['command order', 'gateway charge']));
    const commands = childrenOf(spanId).filter(({ name }) => name === 'command order');
    for (const command of commands) {
      expect(childrenOf(command.spanContext().spanId).map(({ name }) => name)).toEqual(['append']);
    }
    const push = named(spans, 'push creator-dashboard');
    const fold = spans.find((span) => span.spanContext().spanId === push.parentSpanContext?.spanId);
    expect(fold).toMatchObject({
      name: 'fold creator-dashboard',
      attributes: { 'tessera.event': 'LicenseGranted', 'tessera.position': position - 1 },
    });
    // Placing the order, paying it and everything that follows belong to one trace.
    expect(namesIn(spans)).toContain('POST /functions/v1/store-integration');
    const reacted = () => ofTrace(traceId).find(({ name }) => name === 'reaction earning');
    await until('a reaction in the trace', () => Promise.resolve(reacted() !== undefined));
    const earned = ofTrace(traceId).find(({ name }) => name === 'command earning');
    expect(earned?.parentSpanContext?.spanId).toBe(reacted()?.spanContext().spanId);
  });

  it('has reads in traces of their own, and no personal data in any trace', async () => {
    await get(`${url}/api/marketplace?search=Carla`, { token: shop.brand.token });
    const read = named(exporter.getFinishedSpans(), 'GET /api/marketplace');
    expect(ofTrace(read.spanContext().traceId)).toHaveLength(1);
    // Ids are left out, as they may contain any four digits.
    const traced = JSON.stringify(
      exporter.getFinishedSpans().map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
    ).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id');
    for (const secret of [shop.brand.email, shop.creator.email, 'Carla', 'Acme', testCards.approved, '4242']) {
      expect(traced).not.toContain(secret);
    }
  });

  it('is in the metrics: appends, folds, lag, parked events, the gateway, sockets', async () => {
    const before = await samples();
    const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
    const { position } = await pay(url, shop.brand.token, order_id);
    await pay(
      url,
      shop.brand.token,
      (await checkout(url, shop.brand.token, [{ id: shop.itemId }])).order_id,
      testCards.declined,
    ).catch(() => undefined);
    await licenses(url, shop.brand.token, position);
    const socket = await connect(url, shop.creator.token);
    const after = await samples();
    socket.close();
    const grown = (name: string) => (after.get(name) ?? NaN) - (before.get(name) ?? 0);

    expect(grown('tessera_append_seconds_count{engine="sqlite",outcome="ok"}')).toBeGreaterThanOrEqual(6);
    expect(grown('tessera_gateway_calls_seconds_count{gateway="sandbox",outcome="approved"}')).toBe(1);
    expect(grown('tessera_gateway_calls_seconds_count{gateway="sandbox",outcome="declined"}')).toBe(1);
    expect(grown('tessera_folded_events_total{view="creator-dashboard"}')).toBeGreaterThanOrEqual(1);
    expect(grown('tessera_fold_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(grown('tessera_live_sockets')).toBe(1);
    expect(grown('tessera_http_request_seconds_count{method="POST",status="201"}')).toBeGreaterThanOrEqual(1);
    expect(after.get('tessera_append_queue')).toBe(0);
    expect(after.get('tessera_view_lag{view="brand-licenses"}')).toBe(0);
    expect(after.get('tessera_parked_events{consumer="creator-dashboard"}')).toBe(0);
    expect(after.get('tessera_view_status_known')).toBe(1);
    // One process does all the work here. Its leases are for settling payments and refunds, asking about disputes, reconciling,
    // payout runs, their schedule, the last payouts of deleted accounts, mails, urgent mails, what costs less, deleting
    // unpublished uploads, erasing media, writing changed rights, and preparing videos.
    expect(after.get('tessera_leases_held')).toBe(14 + videoLeases);
  });
});
