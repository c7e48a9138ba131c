import { setTimeout as delay } from 'node:timers/promises';
import { views, workflows } from '@tessera/domain/catalog';
import type { ViewRow } from '@tessera/contract/admin';
import type { CreatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { pino } from 'pino';
import { connectRedis } from '../../apps/api/src/adapters/redis.ts';
import { partsOfSharedWork } from '../../apps/api/src/kernel/work/shares.ts';
import { get, post, signInAdmin } from '../support/worlds/client.ts';
import type { Item } from '../support/worlds/client.ts';
import { record } from '../support/figures.ts';
import { connect, nextMessage, watch } from '../support/live.ts';
import { needs } from '../support/servers/needs.ts';
import { nodesMissing } from '../support/worlds/nodes.ts';
import { leasesOf, openSellingNodes, readiness, untilHolds, urlOf } from '../support/worlds/selling-nodes.ts';
import type { SellingNodes } from '../support/worlds/selling-nodes.ts';
import { until } from '../support/until.ts';
import { videoLeases } from '../support/servers/ffmpeg.ts';

/**
 * Leases of work that one process does for all: one for each view and each workflow, and for settling payments,
 * reminders, deleting unpublished uploads, erasing media, unfinished uploads, and preparing videos.
 */
const soleLeases = views.length + workflows.length + 6 + videoLeases;
/** Each of two processes has half of the leases for receipts. */
const leasesOfHalf = partsOfSharedWork / 2;
/** Only ends a hang: `nodes.timing.ts` measures how soon another takes over. */
const takeOverMaxMs = 60_000;
const outageMs = 30_000;
/** Interrupted calls are retried a few times; this often, one of the attempts gets through. */
const dropEveryMs = 400;
const testMaxMs = 120_000;

needs('product of several nodes', nodesMissing)('the product as several nodes', () => {
  let world: SellingNodes;
  beforeAll(async () => {
    world = await openSellingNodes();
  }, testMaxMs);
  afterAll(() => world.close(), testMaxMs);
  const at = (index: 0 | 1) => world.at(index);

  it('a sale accepted by one node reaches a dashboard connected to the other', async () => {
    const socket = await world.hears(urlOf(at(1)));
    await world.watchDashboard(socket);
    const latenciesMs: number[] = [];
    for (let sale = 0; sale < 20; sale += 1) {
      const pushed = world.nextSale(socket).then(() => performance.now());
      const { sentAtMs } = await world.sell(urlOf(at(0)));
      latenciesMs.push((await pushed) - sentAtMs);
    }
    socket.close();
    latenciesMs.sort((one, other) => one - other);
    record('sale on one node, dashboard on the other', {
      sales: latenciesMs.length,
      'p50 ms from payment sent to dashboard': Math.round(latenciesMs[10] ?? 0),
      'slowest ms': Math.round(latenciesMs.at(-1) ?? 0),
    });
    expect((await world.dashboard()).total_licenses).toBe(world.sold());
  });

  it('[PROD-17] nodes notify each other of a sale by view, key and position, and never send a document', async () => {
    const redis = await connectRedis(world.nodes.redis.url, pino({ level: 'silent' }));
    const listening = redis.client.duplicate();
    await listening.connect();
    const texts: string[] = [];
    await listening.subscribe('tessera:live', (text) => texts.push(text));
    const socket = await world.hears(urlOf(at(1)));
    await world.watchDashboard(socket);
    const pushed = world.nextSale(socket);
    await world.sell(urlOf(at(0)));
    const { value } = await pushed;
    expect(value).toMatchObject({
      total_licenses: world.sold(),
      sales: expect.arrayContaining([expect.anything()]) as unknown,
    });
    socket.close();
    listening.destroy();
    redis.close();
    type Told = { readonly message?: { readonly changed: readonly Readonly<Record<string, unknown>>[] } };
    const hints = texts.flatMap((text) => (JSON.parse(text) as Told).message?.changed ?? []);
    expect(hints).toContainEqual({
      view: 'creator-dashboard',
      key: world.shop.creator.id,
      room: world.shop.creator.id,
      position: expect.any(Number) as unknown,
    });
    const names = new Set(hints.flatMap((hint) => Object.keys(hint)));
    expect([...names].filter((name) => !['view', 'key', 'room', 'position', 'removed'].includes(name))).toEqual([]);
    expect(texts.join('')).not.toMatch(/Acme|25000|25_000|price|@/);
  });

  it('an item withdrawn on one node disappears live from the marketplace on the other, and comes back', async () => {
    const [{ token }, id] = [world.shop.creator, world.shop.itemId];
    const socket = await connect(urlOf(at(1)));
    await watch(socket, 'marketplace', 'all');
    const gone = nextMessage(socket, ({ removed }) => removed === id);
    const { position } = await post<Item>(`${urlOf(at(0))}/api/content/${id}/withdraw`, undefined, { token });
    expect(await gone).toMatchObject({ position, value: null });
    const back = nextMessage<Item | null>(socket, ({ value }) => value?.id === id);
    await post(`${urlOf(at(0))}/api/content/${id}/relist`, undefined, { token });
    expect((await back).value).toMatchObject({ title: 'Harbour at dawn' });
    socket.close();
  });

  it('a node reads its own writes through the other nodes’ folding', async () => {
    const { position } = await world.sell(urlOf(at(0)));
    const { value } = await get<{ value: CreatorDashboard }>(
      `${urlOf(at(1))}/api/dashboards/creator?after=${position}`,
      { token: world.shop.creator.token },
    );
    expect(value.total_licenses).toBe(world.sold());
  });

  it('a replay requested from one node is done by the folding nodes, and a dashboard on the other is updated', async () => {
    const socket = await world.hears(urlOf(at(1)));
    const known = await world.watchDashboard(socket);
    const token = await signInAdmin(world.nodes.url, world.nodes.adminPassword());
    const told = nextMessage<CreatorDashboard>(socket, ({ key }) => key === world.shop.creator.id);
    await post(`${urlOf(at(0))}/api/admin/views/creator-dashboard/replay`, undefined, { token });
    const { position, value } = await told;
    expect({ position, value }).toEqual(known);
    const replayed = await until('the replay is told as done', async () => {
      const { items } = await get<{ items: readonly ViewRow[] }>(`${urlOf(at(1))}/api/admin/views`, { token });
      const row = items.find(({ view }) => view === 'creator-dashboard');
      return row?.replay?.state === 'done' && row;
    });
    expect(replayed.parked).toBe(0);
    socket.close();
  });

  it('a folding node serves no pages, and says so', async () => {
    const [projector] = world.nodes.projectors;
    const answer = await fetch(`${urlOf(projector!)}/api/config`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining('ROLE=api') } });
    expect((await fetch(`${urlOf(projector!)}/health/live`)).status).toBe(200);
  });

  it(
    'without Redis a dashboard is still served, and it gets live updates again once Redis is back',
    async () => {
      const socket = await world.hears(urlOf(at(1)));
      await world.watchDashboard(socket);
      await world.nodes.redis.stop();
      await until('the node says what it lacks', async () => (await readiness(at(1))).degraded.includes('redis'));
      const told = world.nextSale(socket);
      const soldAtMs = performance.now();
      await world.sell(urlOf(at(0)));
      await told;
      const withoutMs = performance.now() - soldAtMs;
      await world.nodes.redis.start();
      await until('Redis is back', async () => (await readiness(at(1))).degraded.length === 0);
      const again = world.nextSale(socket);
      await world.sell(urlOf(at(0)));
      await again;
      socket.close();
      record('Redis away', { 'ms until a sale was shown without it': Math.round(withoutMs) });
    },
    testMaxMs,
  );

  it(
    'the event store’s connections drop again and again: every sale exists exactly once, and is shown',
    async () => {
      const before = world.sold();
      let dropped = 0;
      const selling = Promise.all(
        Array.from({ length: 4 }, async () => {
          for (let sale = 0; sale < 10; sale += 1) await world.sell();
        }),
      );
      let isSelling = true;
      void selling.finally(() => (isSelling = false)).catch(() => undefined);
      while (isSelling) {
        await world.nodes.double.fault('drop');
        dropped += 1;
        await delay(dropEveryMs);
      }
      await selling;
      await world.untilViewed(20_000);
      const { total_licenses, gross_cents } = await world.dashboard();
      expect({ total_licenses, gross_cents }).toEqual({
        total_licenses: world.sold(),
        gross_cents: world.sold() * 25_000,
      });
      record('event store connection drops', { drops: dropped, sales: world.sold() - before, lost: 0, doubled: 0 });
    },
    testMaxMs,
  );

  it(
    'MongoDB down for 30 s: sales are accepted, readiness names it, and the views catch up without help',
    async () => {
      const before = world.sold();
      // This node has seen the session alive, like every node that serves its holder.
      await world.sell(urlOf(at(0)));
      await world.nodes.mongo.kill();
      await until('readiness names it', async () => (await readiness(at(0))).not_ready.includes('read_store'), 20_000);
      const awayAtMs = performance.now();
      while (performance.now() - awayAtMs < outageMs) {
        await world.sell(urlOf(at(0)));
        await delay(200);
      }
      const accepted = world.sold() - before;
      expect(accepted).toBeGreaterThan(10);
      await world.nodes.mongo.start();
      const backAtMs = performance.now();
      await world.untilViewed(30_000);
      record('MongoDB away', {
        'seconds away': Math.round((backAtMs - awayAtMs) / 1_000),
        'sales accepted meanwhile': accepted,
        'ms until the views had caught up': Math.round(performance.now() - backAtMs),
      });
      await until('the node is ready', async () => (await readiness(at(0))).status === 'ok', 20_000);
    },
    testMaxMs,
  );

  it(
    'a frozen leader is replaced, and can no longer write when it continues',
    async () => {
      const [leader, other] = world.nodes.projectors;
      await other!.process.end('SIGTERM');
      await untilHolds(leader!, soleLeases + partsOfSharedWork);
      const standby = await world.nodes.start('projector');
      world.nodes.projectors.splice(1, 1, standby);
      leader!.process.signal('SIGSTOP');
      const stoppedAtMs = performance.now();
      await world.sell();
      await world.untilViewed(takeOverMaxMs);
      const takenOverMs = performance.now() - stoppedAtMs;
      await untilHolds(standby, soleLeases + partsOfSharedWork);
      leader!.process.signal('SIGCONT');
      for (let sale = 0; sale < 10; sale += 1) await world.sell();
      // Its share of the receipts comes back once nothing that it sent can still be in progress.
      await until('the one that was passed over has noticed', async () => (await leasesOf(leader!)) === 0);
      await world.untilViewed(takeOverMaxMs);
      expect((await world.dashboard()).gross_cents).toBe(world.sold() * 25_000);
      record('leading projector stopped, and going on later', {
        'ms until a sale was shown again': Math.round(takenOverMs),
        'leases it holds after it went on': 0,
      });
    },
    testMaxMs,
  );

  it(
    'the leading projector is killed: the other takes over',
    async () => {
      const leader = world.nodes.projectors.pop();
      await untilHolds(leader!, soleLeases + leasesOfHalf);
      await leader!.process.end('SIGKILL');
      const killedAtMs = performance.now();
      await world.sell();
      await world.untilViewed(takeOverMaxMs);
      const takenOverMs = performance.now() - killedAtMs;
      record('leading projector killed', { 'ms until a sale was shown again': Math.round(takenOverMs) });
      await untilHolds(world.nodes.projectors[0]!, soleLeases + partsOfSharedWork);
    },
    testMaxMs,
  );

  it(
    'a socket reconnects to the surviving node when its own is killed, and misses nothing',
    async () => {
      const socket = await connect(world.nodes.url, world.shop.creator.token, { reconnection: true });
      const shown: number[] = [];
      const watchAgain = async () => {
        const first = await world.watchDashboard(socket);
        if ('value' in first) shown.push((first.value as CreatorDashboard).total_licenses);
      };
      socket.on('view', ({ value }: { value: CreatorDashboard }) => shown.push(value.total_licenses));
      socket.on('connect', () => void watchAgain());
      try {
        await watchAgain();
        expect(shown).not.toEqual([]);
        const gone = world.nodes.nodes.shift();
        const killedAtMs = performance.now();
        await gone!.process.end('SIGKILL');
        // Not through the balancer: a connection kept open through it may end with the node just as it is used.
        await world.sell(urlOf(at(0)));
        await until('the sale is shown', async () => shown.at(-1) === world.sold(), 20_000);
        record('node killed under its sockets', {
          'ms until the next sale was shown': Math.round(performance.now() - killedAtMs),
        });
        expect(shown).toEqual([...shown].sort((one, other) => one - other));
      } finally {
        socket.close();
      }
    },
    testMaxMs,
  );
});
