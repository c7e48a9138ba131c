import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cardForm, checkout, get, post, refusalOf, testCards } from '../support/worlds/client.ts';
import { record } from '../support/figures.ts';
import { countsInMemory, missingMemory } from '../support/process/memory.ts';
import { needs } from '../support/servers/needs.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { spellingsOf } from '../support/spellings.ts';
import { until } from '../support/until.ts';

/** Digits that occur nowhere except in what is typed here. */
const typed = { declined: '4000008731904625', malformed: '40000071930482650', unread: '4000003618275094' };
const holder = 'Zebulon Quixworth';
const cvv = '739';
/** A CVV alone is too short to be distinctive, so the search is for the way a form sends it. */
const cvvTexts = [`"cvv":"${cvv}"`, `"cvv": "${cvv}"`, `cvv: '${cvv}'`, `&cvv=${cvv}`];

const typedSecrets = [...Object.values(typed), ...cvvTexts, `${holder}","cardNumber`];
/** Constants of the sandbox: they may be in its code and nowhere else. */
const knownSecrets = [testCards.approved, testCards.slow, testCards.unknown];
const texts = [...typedSecrets, ...knownSecrets].flatMap(spellingsOf);

const collectGarbage = fileURLToPath(new URL('../support/process/collect-garbage.mjs', import.meta.url));
const collected = 'The garbage was collected';

/** Between two memory searches, this many carts of this many lines are sent and refused as too large. */
const cartsPerRound = 60;
const linesPerCart = 2_000;
const roundsMax = 10;

const found = (where: string, bytes: Buffer) =>
  [...typedSecrets, ...knownSecrets].flatMap((secret) =>
    spellingsOf(secret).some((spelled) => bytes.includes(spelled)) ? [`${where}: ${secret}`] : [],
  );

const inFiles = (folder: string) => {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(5);
  return files.flatMap(({ parentPath, name }) => found(name, readFileSync(join(parentPath, name))));
};

const times = (output: string, words: string) => output.split(words).length - 1;

describe('card numbers and CVVs, after purchases that were approved, declined, refused and of unknown outcome', () => {
  let product: Product;
  let shop: Shop;
  const answers: string[] = [];
  let countsBefore: readonly number[] = [];
  let countsAfter: readonly number[] = [];

  const placed = async () => (await checkout(product.url, shop.brand.token, [{ id: shop.itemId }])).order_id;

  /** Counts the secrets in memory, then waits until the product, which was stopped for it, has closed the connections that waited. */
  const counts = async () => {
    const counted = missingMemory() === null ? countsInMemory(product.pid, texts) : [];
    await until('the product answers', () =>
      fetch(`${product.url}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return counted;
  };

  const send = async (orderId: string, body: string, type = 'application/json') => {
    const answer = await fetch(`${product.url}/api/orders/${orderId}/payment`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.brand.token}`, 'content-type': type },
      body,
    });
    answers.push(JSON.stringify([...answer.headers]), await answer.text());
    return answer.status;
  };
  const form = (cardNumber: string, change = {}) =>
    JSON.stringify({ ...cardForm(cardNumber), cardholderName: holder, cvv, ...change });

  const settled = (orderId: string) =>
    until(`the order ${orderId} is paid`, async () => {
      const { status } = await get<{ status: string }>(`${product.url}/api/orders/${orderId}`, {
        token: shop.brand.token,
      });
      return status === 'paid';
    });

  beforeAll(async () => {
    const env = { LOG_LEVEL: 'trace', NODE_OPTIONS: `--import ${collectGarbage}` };
    product = await startProduct({ env });
    shop = await openShop(product);
    countsBefore = await counts();

    expect(await send(await placed(), form(testCards.approved))).toBe(200);
    expect(await send(await placed(), form(testCards.slow))).toBe(200);
    const declined = await placed();
    expect(await send(declined, form(typed.declined))).toBe(402);
    expect(await send(declined, form(typed.declined, { cvv: `${cvv}1` }))).toBe(400);
    expect(await send(declined, form(typed.malformed))).toBe(400);
    expect(await send(declined, form(typed.declined, { unknownField: typed.declined }))).toBe(400);
    expect(await send('no-order', form(typed.declined))).toBe(404);
    const lost = await placed();
    expect(await send(lost, form(testCards.unknown))).toBe(202);
    await settled(lost);
    expect(await send(declined, `{"cardNumber":"${typed.unread}","cvv":"${cvv}"`)).toBe(400);
    expect(await send(declined, `"${typed.unread}"`)).toBe(400);
    expect(await send(declined, `cardNumber=${typed.unread}&cvv=${cvv}`, 'text/plain')).toBe(400);
    expect(await send(declined, form(typed.unread))).toBe(402);
    countsAfter = await counts();
  }, 240_000);
  afterAll(async () => {
    await product.stop();
    product.forget();
  });

  it('[CHK-18] are in no file that the product wrote, whether plain, grouped, in hex or in base64', () => {
    expect(inFiles(product.dataDir)).toEqual([]);
  });

  it('are in no log line even at the most verbose level, in no answer, error or not, and in no metric', async () => {
    expect(found('log', Buffer.from(product.output()))).toEqual([]);
    expect(found('answers', Buffer.from(answers.join('\n')))).toEqual([]);
    const metrics = await (await fetch(`${product.url}/metrics`)).text();
    expect(metrics).toContain('status="402"');
    expect(found('metrics', Buffer.from(metrics))).toEqual([]);
  });

  needs('a core dump', missingMemory())('in the process’s memory', () => {
    const work = async () => {
      const { token } = shop.brand;
      const cartItems = Array.from({ length: linesPerCart }, () => ({
        id: shop.itemId,
        licenseType: 'one_time',
        price: 1,
      }));
      for (let cart = 0; cart < cartsPerRound; cart += 1) {
        const refused = await refusalOf(post(`${product.url}/api/cart/check`, { cartItems }, { token }));
        expect(refused).toMatchObject({ code: 'cart_too_large' });
      }
    };
    const collect = async () => {
      const before = times(product.output(), collected);
      process.kill(product.pid, 'SIGUSR2');
      await until('the garbage is collected', () => Promise.resolve(times(product.output(), collected) > before));
    };
    const more = (counts: readonly number[]) =>
      texts.filter((_text, index) => (counts[index] ?? 0) > (countsBefore[index] ?? 0)).map(String);

    it('are found in memory right after a payment, before any other request was served', () => {
      expect(more(countsAfter)).toContain(typed.unread);
    });

    it('[CHK-18] are not kept in memory: other requests overwrite them, and a core dump no longer contains them', async () => {
      let remaining = more(countsAfter);
      let rounds = 0;
      while (remaining.length > 0 && rounds < roundsMax) {
        await work();
        await collect();
        remaining = more(await counts());
        rounds += 1;
      }
      expect(remaining).toEqual([]);
      record('card digits in memory', { 'rounds of other work until they were gone': rounds });
    }, 240_000);
  });
});
