import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { post, signIn } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import { until } from '../support/until.ts';
import { Books } from './books.ts';
import { nothingTold, purchases, startBuyers } from './buyers.ts';
import type { Mode, Part } from './part.ts';
import { adminOf, untilSettled, viewRows } from './settled.ts';
import { differing, viewStates } from './views.ts';

const roundsOf: Readonly<Record<Mode, number>> = { short: 3, default: 20, full: 60 };
/** Before the first replay: enough events that a replay takes more than its last pass. */
const purchasesFirstOf: Readonly<Record<Mode, number>> = { short: 300, default: 1_500, full: 6_000 };
const seedBuyers = 16;
const liveBuyers = 4;
const replayTimeoutMs = 120_000;
/** An access token is valid for 15 minutes, and an account may sign in at most ten times a minute. */
const signInAgainMs = 5 * 60_000;

/** Replays all views concurrently; returns how many. */
const replayAll = async ({ url }: Product, admin: string): Promise<number> => {
  const since = new Date().toISOString();
  const views = (await viewRows(url, admin)).map(({ view }) => view);
  for (const view of views) await post(`${url}/api/admin/views/${view}/replay`, {}, { token: admin });
  await until(
    'all replays are done',
    async () => {
      const rows = await viewRows(url, admin);
      const failed = rows.find(({ replay }) => replay?.state === 'failed');
      if (failed) throw new Error(`The replay of ${failed.view} failed`);
      return rows.every(({ replay }) => replay?.state === 'done' && replay.started_at >= since);
    },
    replayTimeoutMs,
  );
  return views.length;
};

/** The mail server is down: receipts wait, and add nothing to the log while views are compared. */
const env = { MAIL_URL: 'smtp://127.0.0.1:1' };

export const part: Part = {
  id: 'e',
  title: 'Replays of every view under live sales',

  run: async ({ mode, log }) => {
    const rounds = roundsOf[mode];
    const problems: string[] = [];
    const told = nothingTold();
    let product = await startProduct({ env });
    try {
      let shop = await openShop(product);
      const admin = await adminOf(product);
      const books = new Books(product.dataDir);
      await purchases({ url: product.url, shop, count: seedBuyers, told }, purchasesFirstOf[mode]);
      await untilSettled(product, admin, books);
      log(`${told.paid.size} purchases folded live`);
      let replays = 0;
      let salesBeside = 0;
      let signedInAtMs = performance.now();
      const compare = (what: string, before: ReturnType<typeof viewStates>) => {
        for (const view of differing(before, viewStates(product.dataDir))) problems.push(`${what}: ${view} differs`);
      };

      /** With no sales going on, a replay changes no document and adds nothing to the log or the charges. */
      const replayAtRest = async (what: string) => {
        books.read();
        const [position, charges] = [books.position, books.charges.size];
        const before = viewStates(product.dataDir);
        replays += await replayAll(product, admin);
        await untilSettled(product, admin, books);
        compare(what, before);
        books.read();
        if (books.position !== position) problems.push(`${what}: ${books.position - position} events more`);
        if (books.charges.size !== charges) problems.push(`${what}: ${books.charges.size - charges} charges more`);
      };

      await replayAtRest('the replay of what was folded live');
      for (let round = 1; round <= rounds; round += 1) {
        if (performance.now() - signedInAtMs > signInAgainMs) {
          shop = { ...shop, brand: await signIn(product.url, shop.brand) };
          signedInAtMs = performance.now();
        }
        const soldBefore = told.paid.size;
        const buyers = startBuyers({ url: product.url, shop, count: liveBuyers, told });
        replays += await replayAll(product, admin);
        await buyers.stop();
        salesBeside += told.paid.size - soldBefore;
        await untilSettled(product, admin, books);
        await replayAtRest(`round ${round}, a view replayed under sales against one replayed at rest`);
      }
      const before = viewStates(product.dataDir);
      await product.stop();
      for (const end of ['', '-wal', '-shm']) rmSync(join(product.dataDir, `views.db${end}`), { force: true });
      product = await startProduct({ again: product, env });
      const parked = await untilSettled(product, await adminOf(product), books);
      compare('all views folded again from an empty file', before);
      books.read();
      problems.push(...books.problems(told), ...(parked === 0 ? [] : [`${parked} events are parked`]));
      const documents = [...before.values()].reduce((sum, view) => sum + view.documents, 0);
      return {
        passed: problems.length === 0,
        figures: {
          'rounds under sales': rounds,
          'replays of a view': replays,
          views: before.size,
          'documents compared at the end': documents,
          'events in the log': books.position + 1,
          'purchases made beside replays': salesBeside,
          purchases: told.paid.size,
          charges: books.charges.size,
        },
        problems,
      };
    } finally {
      await product.stop();
      product.forget();
    }
  },
};
