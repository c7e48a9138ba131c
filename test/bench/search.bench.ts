import { execFile } from 'node:child_process';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { searchWordsIn, type SearchWord } from '@tessera/domain/kernel/search-words';
import { creatorsByName } from '@tessera/domain/accounts/profile/creators-by-name.view';
import { marketplace } from '@tessera/domain/content/marketplace.view';
import { plainText } from '@tessera/domain/kernel/text';
import type { Page, ReadStore } from '../../apps/api/src/kernel/views/port.ts';
import { openSqliteReadStore } from '../../apps/api/src/kernel/views/sqlite/engine.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { similarTo } from '../../apps/api/src/content/marketplace/similar-items.ts';
import { addManyCreators } from '../support/worlds/many-creators.ts';
import { until } from '../support/until.ts';
import { quantile } from './raw.ts';
import { busyCreator, creatorName, creatorsMax, items, type Scanned, scannedOf } from './search-corpus.ts';
import { kinds, type Query, typedTexts } from './search-queries.ts';

const run = promisify(execFile);
const pageItems = 24;
const batchItems = 20_000;
/** How many searches of each kind are compared with a plain scan of all items. */
const comparedPerKind = 4;
const searchesPerSecond = 100;
/** As typed by 15 people at three or four letters a second. */
const suggestionsPerSecond = 50;
const httpSeconds = 15;
const warmRequests = 200;
const masterKey = 'a1'.repeat(32);
const env = { MASTER_KEY: masterKey, JWT_SECRET: masterKey };
const foldMaxMs = 120_000;

const seed = async (store: ReadStore, count: number, creatorIds: readonly string[]) => {
  await store.register(marketplace, 'events');
  const generation = await store.rebuild(marketplace.name);
  const scanned: Scanned[] = [];
  const begun = performance.now();
  let changes: { key: string; position: number; document: unknown }[] = [];
  const commit = async () => {
    await generation.commit(-1, changes);
    changes = [];
  };
  for (const item of items(count, creatorIds)) {
    scanned.push(scannedOf(item));
    changes.push({ key: item.content_id, position: 0, document: item });
    if (changes.length === batchItems) await commit();
  }
  // A product that starts with this store finds its log already folded.
  await generation.commit(await store.checkpoint(creatorsByName.name), changes);
  await generation.promote();
  return { scanned, seconds: (performance.now() - begun) / 1_000 };
};

/**
 * The highest index of a text that a word first occurs in, over all the words, or the number of texts for one that is
 * only contained; null unless the item has or contains all of them.
 */
const placeOf = ({ words, text }: Scanned, sought: readonly SearchWord[]) => {
  const has = (text: string, one: SearchWord) =>
    one.whole.some((word) => text.includes(` ${word} `)) || (one.prefix !== null && text.includes(` ${one.prefix}`));
  const places = sought.map((one) => {
    const place = words.findIndex((each) => has(each, one));
    return place === -1 && text.includes(one.part) ? words.length : place;
  });
  return places.includes(-1) ? null : Math.max(...places, 0);
};

const meets = (item: Scanned, { text = '', where = {}, range }: Query) => {
  const price = range?.field === 'one_time' ? item.oneTime : item.lowest;
  const { creator_id, tags, media_type, orientation, size, color, people } = where;
  return (
    item.text.includes(plainText(text)) &&
    (creator_id === undefined || item.creator === creator_id) &&
    (tags === undefined || item.tags.includes(String(tags))) &&
    (media_type === undefined || item.video === (media_type === 'video')) &&
    (orientation === undefined || item.orientation === orientation) &&
    (size === undefined || item.size === size) &&
    (color === undefined || item.color === color) &&
    (people === undefined || item.people === people) &&
    (!range || (price !== null && price >= Number(range.from ?? 0) && price <= Number(range.to ?? Infinity)))
  );
};

const byOrder = ({ sort }: Query) =>
  sort?.field === 'from_price'
    ? (one: Scanned, other: Scanned) => one.lowest - other.lowest || (one.id < other.id ? -1 : 1)
    : (one: Scanned, other: Scanned) => (one.at > other.at ? -1 : 1);

/** @throws if a search finds other rows than a check of every item, or the same rows in another order */
const compare = async (store: ReadStore, scanned: readonly Scanned[]) => {
  const compared = Object.values(kinds).flatMap((queries) =>
    queries.filter((_, index) => index % Math.ceil(queries.length / comparedPerKind) === 0),
  );
  for (const query of compared) {
    const sought = searchWordsIn(query.words ?? '');
    const inOrder = byOrder(query);
    const expected = scanned
      .filter((item) => meets(item, query))
      .map((item) => ({ item, place: placeOf(item, sought) }))
      .filter(({ place }) => place !== null)
      .sort((one, other) => {
        const places = query.ranked ? (one.place ?? 0) - (other.place ?? 0) : 0;
        return places || inOrder(one.item, other.item);
      })
      .map(({ item }) => item);
    const first = await store.find(marketplace.name, { ...query, limit: pageItems });
    const second =
      first.next && (await store.find(marketplace.name, { ...query, limit: pageItems, cursor: first.next }));
    const found = [...first.items, ...(second ? second.items : [])].map(({ key }) => key);
    const wanted = expected.slice(0, 2 * pageItems).map(({ id }) => id);
    if (JSON.stringify(found) !== JSON.stringify(wanted)) {
      throw new Error(`A search finds other rows than a scan: ${JSON.stringify({ query, found, wanted })}`);
    }
  }
  return compared.length;
};

const shares = (latenciesMs: readonly number[]) => {
  const sorted = latenciesMs.toSorted((one, other) => one - other);
  return {
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    max: sorted.at(-1) ?? 0,
  };
};

/** Runs every search twice, the kinds in turn, each with its second page. */
const measure = async (store: ReadStore) => {
  const latencies = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
  let slowest = { ms: 0, kind: '', query: {} };
  for (let nth = 0; nth < 120; nth += 1) {
    for (const [kind, queries] of Object.entries(kinds)) {
      const query = queries[nth % queries.length];
      if (!query || nth >= queries.length * 2) continue;
      let cursor: string | undefined;
      for (let page = 0; page < 2 && (page === 0 || cursor); page += 1) {
        const begun = performance.now();
        const { next }: Page<unknown> = await store.find(marketplace.name, {
          ...query,
          limit: pageItems,
          ...(cursor === undefined ? {} : { cursor }),
        });
        const ms = performance.now() - begun;
        latencies.get(kind)?.push(ms);
        if (ms > slowest.ms) slowest = { ms, kind, query };
        cursor = next ?? undefined;
      }
    }
  }
  const kindsMs = Object.fromEntries(
    [...latencies].map(([kind, all]) => [kind, { searches: all.length, ...shares(all) }]),
  );
  return { all: shares([...latencies.values()].flat()), kinds: kindsMs, slowest };
};

const similarItems = 1_000;

/** Finds items similar to some items, from newest to oldest. */
const measureSimilar = async (store: ReadStore) => {
  const total = await store.count(marketplace.name);
  const latencies: number[] = [];
  let found = 0;
  for (let nth = 0; nth < similarItems; nth += 1) {
    const sort = { field: 'from_price', descending: nth % 2 === 0 };
    const range = { field: 'from_price', from: 500 + nth * 45 };
    const { items: chosen } = await store.find(marketplace.name, { sort, range, limit: 1 });
    const [item] = chosen;
    if (!item) continue;
    const begun = performance.now();
    found += (await similarTo(store, item.key)).length;
    latencies.push(performance.now() - begun);
  }
  return { items: total, asked: latencies.length, mean_found: found / latencies.length, ...shares(latencies) };
};

const onlyMeasure = '--only-measure';

type Measured = Awaited<ReturnType<typeof measure>> & { readonly similar: Awaited<ReturnType<typeof measureSimilar>> };

/**
 * In a process of its own, like after each start of a node: this process holds the data for a plain scan, and its
 * garbage collection would interfere.
 */
const measuredApart = async (file: string): Promise<Measured> => {
  const { stdout } = await run(process.execPath, [...process.execArgv, import.meta.filename, onlyMeasure, file]);
  return JSON.parse(stdout) as Measured;
};

const addressOf = ({ text, words, ranked, where = {}, range, sort }: Query) => {
  const asked = {
    search: words ?? text,
    tag: where['tags'],
    type: where['media_type'],
    orientation: where['orientation'],
    size: where['size'],
    color: where['color'],
    people: where['people'],
    creator: where['creator_id'],
    license: range?.field === 'one_time' ? 'one_time' : undefined,
    min_price: range?.from === undefined ? undefined : Number(range.from) / 100,
    max_price: range?.to === undefined ? undefined : Number(range.to) / 100,
    sort: sort?.field === 'from_price' ? 'price_asc' : ranked ? undefined : 'newest',
  };
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  return `/api/marketplace?${new URLSearchParams([...given.map(([name, value]) => [name, String(value)]), ['limit', String(pageItems)]])}`;
};

/**
 * Requests over open connections, like a proxy or a client; `fetch` takes the machine more time than the product does.
 */
const ask = (agent: Agent, url: string): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const asked = get(url, { agent }, (answer) => {
      answer.resume().once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url} was answered with ${answer.statusCode}`));
      });
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // The product closes connections that have long been idle, possibly just as one is reused.
      if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(ask(agent, url));
      else reject(error);
    });
  });

/** All kinds of search in turn, each query once before any is repeated. */
const searchAddresses = function* () {
  const all = Object.values(kinds);
  for (let nth = 0; ; nth += 1) {
    const queries = all[nth % all.length] ?? [];
    const query = queries[Math.floor(nth / all.length) % queries.length];
    if (query) yield addressOf(query);
  }
};

const suggestionAddresses = function* () {
  for (;;) for (const text of typedTexts) yield `/api/marketplace/suggestions?${new URLSearchParams({ search: text })}`;
};

/** Sends requests at a steady rate through the product, each timed from the moment it was due. */
const steadily = async ({ url }: Product, addresses: Generator<string>, perSecond: number) => {
  const agent = new Agent({ keepAlive: true });
  try {
    const total = perSecond * httpSeconds;
    const next = () => url + addresses.next().value;
    for (let nth = 0; nth < warmRequests; nth += 1) await ask(agent, next());
    const latencies: number[] = [];
    const asked: Promise<void>[] = [];
    const begun = performance.now();
    const askDue = async () => {
      const dueAt = begun + (asked.length * 1_000) / perSecond;
      await ask(agent, next());
      latencies.push(performance.now() - dueAt);
    };
    await new Promise<void>((resolve) => {
      const tick = setInterval(() => {
        const due = Math.min(total, 1 + Math.floor(((performance.now() - begun) / 1_000) * perSecond));
        while (asked.length < due) asked.push(askDue());
        if (asked.length < total) return;
        clearInterval(tick);
        resolve();
      }, 1);
    });
    await Promise.all(asked);
    return { per_second: total / ((performance.now() - begun) / 1_000), ...shares(latencies) };
  } finally {
    agent.destroy();
  }
};

/** Adds creators to the log and lets the product fold them. Returns their ids. */
const addCreators = async (product: Product) => {
  const { dataDir } = product;
  const busy = { creatorId: busyCreator, sales: 0 };
  const made = { dataDir, masterKey, creators: creatorsMax, nameOf: creatorName, sales: 0, busy };
  const { due } = await addManyCreators(made);
  const folding = await startProduct({ again: product, env });
  await until('the creators are folded', async () => (await fetch(`${folding.url}/health/ready`)).ok, foldMaxMs);
  await folding.stop();
  return [...due.keys()];
};

/**
 * The marketplace with `count` items: how long a search takes in the store and over HTTP, checked against a plain scan,
 * and how long suggestions take.
 */
export const marketplaceSearch = async (count: number) => {
  const shop = await startProduct({ env });
  await shop.stop();
  const { dataDir } = shop;
  try {
    const creatorIds = await addCreators(shop);
    const file = join(dataDir, 'views.db');
    const seeded = await openSqliteReadStore({ file });
    await seeded.register(creatorsByName, 'events');
    const { scanned, seconds } = await seed(seeded, count, creatorIds);
    await seeded.close();
    const inStore = await measuredApart(file);
    const store = await openSqliteReadStore({ file });
    await store.register(marketplace, 'events');
    const compared = await compare(store, scanned);
    await store.close();
    const product = await startProduct({ again: shop, env });
    try {
      const http = await steadily(product, searchAddresses(), searchesPerSecond);
      const suggestions = await steadily(product, suggestionAddresses(), suggestionsPerSecond);
      return {
        ...{ items: count, creators: creatorsMax, seed_seconds: seconds, store_ms: inStore, compared },
        ...{ http_ms: http, suggestions_ms: suggestions },
      };
    } finally {
      await product.stop();
    }
  } finally {
    shop.forget();
  }
};

if (import.meta.main) {
  const [, , first = '1000000', file = ''] = process.argv;
  if (first === onlyMeasure) {
    const store = await openSqliteReadStore({ file });
    await store.register(marketplace, 'events');
    console.log(JSON.stringify({ ...(await measure(store)), similar: await measureSimilar(store) }));
    await store.close();
  } else console.log(JSON.stringify(await marketplaceSearch(Number(first)), null, 1));
}
