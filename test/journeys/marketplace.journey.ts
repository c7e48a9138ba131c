import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { get, publish, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import type { Account, Item } from '../support/worlds/client.ts';
import { press, tabTo } from '../support/browser/keyboard.ts';
import { multiplyItem } from '../support/worlds/many-items.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { sampleOf } from '../support/sample.ts';
import { openShop } from '../support/worlds/shop.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine, expectAccessible } from '../support/browser/visit.ts';
import { onWall, pointAt } from '../support/browser/wall.ts';

const title = 'Harbour at dawn';
const description =
  'Fishing boats before sunrise, wide and quiet. There is room for a headline in the sky, and far more to say about them than fits on two lines of any card, however wide that card may be on the screen of whoever reads it.';
const itemsCount = 60;
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const offer = async (url: string, creator: Account, name: string, prices: readonly [number, number, number]) => {
  const picture = new Uint8Array(await drawPicture(2, 900, 1200));
  const uploadId = await upload(url, creator.token, picture);
  return publish(url, creator.token, uploadId, { title: name, description: 'A small one', tags: ['small'], prices });
};

/** With many items, of which one is portrait and cheap. */
const product = productForFile(async () => {
  const first = await startProduct({ env: {} });
  const { creator } = await openShop(first, { title, description, tags: ['sea', 'morning', 'boats'] });
  await first.stop();
  await multiplyItem(first.dataDir, itemsCount, title);
  const again = await startProduct({ again: first });
  await offer(again.url, creator, 'Pebble', [10, 90, 300]);
  return again;
});

/** Another creator publishes items, which are the newest of all from then on. */
const publishMore = async (...names: readonly string[]) => {
  const other = await signUpCreator(product.url, 'Otto Other');
  for (const name of names) await offer(product.url, other, name, [12, 120, 400]);
};

const pebbleId = async () => {
  const { items } = await get<{ items: readonly Item[] }>(`${product.url}/api/marketplace?search=pebble`);
  return items[0]?.id ?? '';
};

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const cards = (page: Page) => page.getByRole('article');
const openMarketplace = async (page: Page, address = '/marketplace') => {
  await page.goto(address);
  await cards(page).first().waitFor();
};
/** Scrolls down until the card is rendered, and then into view. */
const findCard = async (page: Page, name: string) => {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(card(page, name)).toBeAttached({ timeout: 200 });
  }).toPass();
  await card(page, name).scrollIntoViewIfNeeded();
};
const top = (page: Page, name: string) => card(page, name).evaluate((element) => element.getBoundingClientRect().top);

/** The left and right edges of the cards, row by row. */
const edgesByRow = (page: Page) =>
  cards(page).evaluateAll((all) => {
    const edges = all.map((element) => element.getBoundingClientRect());
    const tops = [...new Set(edges.map(({ top }) => top))];
    return tops.map((top) => edges.filter((edge) => edge.top === top).map(({ left, right }) => [left, right] as const));
  });

/** How many columns the cards stand in. */
const columnCount = async (page: Page) => new Set((await edgesByRow(page)).flat().map(([left]) => left)).size;

test('[MKT-09] [GAL-03] the cards stand in one, two or three columns by width, each with its picture in its own proportions', async ({
  open,
}) => {
  const page = await open(product.url);
  for (const [size, count] of [
    [phone, 1],
    [{ width: 768, height: 1024 }, 2],
    [desk, 3],
  ] as const) {
    await page.setViewportSize(size);
    await openMarketplace(page);
    await expect.poll(() => columnCount(page), `at ${size.width} px`).toBe(count);
    const proportions = (name: string) =>
      card(page, name)
        .getByRole('img', { name })
        .evaluate((image) => image.clientWidth / image.clientHeight);
    await expect.poll(() => proportions('Pebble')).toBeCloseTo(3 / 4, 1);
    await expect.poll(() => proportions(title)).toBeCloseTo(4 / 3, 1);
    // The height of a card is computed, and must be what its content needs and a margin for focus rings.
    const terms = card(page, title).getByRole('button', { name: 'View terms' });
    const bottomOf = (element: Locator) => element.evaluate((shown) => shown.getBoundingClientRect().bottom);
    const roomBelow = async () => (await bottomOf(card(page, title))) - (await bottomOf(terms));
    await expect.poll(roomBelow).toBeCloseTo(12, 1);
    const excess = () => card(page, title).evaluate((element) => element.scrollHeight - element.clientHeight);
    await expect.poll(excess).toBe(0);
  }
});

test('[GAL-03] the wall stands in one, two or three columns by width, and in justified rows on a desktop', async ({
  open,
}) => {
  const page = await open(product.url, onWall(product.url));
  for (const [width, count] of [
    [340, 1],
    [390, 2],
    [600, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await openMarketplace(page);
    await expect.poll(() => columnCount(page), `at ${width} px`).toBe(count);
  }
  await page.setViewportSize(desk);
  await openMarketplace(page);
  await expect(async () => {
    const ends = (await edgesByRow(page)).slice(0, -1).map((row) => row.at(-1)?.[1]);
    expect(ends.length).toBeGreaterThan(2);
    expect(new Set(ends).size).toBe(1);
  }).toPass();
  const widthOf = (name: string) => card(page, name).evaluate((element) => element.getBoundingClientRect().width);
  // One is portrait, the other landscape.
  await expect.poll(async () => (await widthOf('Pebble')) / (await widthOf(title))).toBeLessThan(1);
});

/** Records the names of the cards that shift for any reason but scrolling, including shifts before this call. */
const watchCards = (page: Page) =>
  page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    const cardOf = (node: Node | null) => (node instanceof Element ? node : node?.parentElement)?.closest('article');
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as unknown as readonly { readonly sources: readonly { node: Node | null }[] }[];
      moved.push(...shifts.flatMap(({ sources }) => sources.flatMap(({ node }) => cardOf(node)?.ariaLabel ?? [])));
    }).observe({ type: 'layout-shift', buffered: true });
  });
const movedCards = (page: Page) => page.evaluate(() => (window as unknown as { moved: readonly string[] }).moved);

const views = [
  ['the cards', () => ({})],
  ['the wall', () => onWall(product.url)],
] as const;

for (const [which, chosen] of sampleOf('what moves', views, 1)) {
  test(`[GAL-03] nothing moves while pictures and further pages of ${which} load`, async ({ open }) => {
    const page = await open(product.url, { ...chosen(), viewport: desk });
    // Items of one shape end each page of the wall with a full row; the next page would change one that isn't full.
    await openMarketplace(page, '/marketplace?search=harbour');
    await watchCards(page);
    const deep = `${title} 50`;
    await findCard(page, deep);
    // A deliberate move is detected, so earlier ones would have been too.
    await card(page, deep).evaluate((element) => (element.style.marginTop = '60px'));
    await expect.poll(() => movedCards(page)).toEqual([deep]);
  });
}

test('[GAL-03] on the wall a card shows picture, creator and price; the pointer and the keyboard reveal the rest, and the quick view next to the page', async ({
  open,
}) => {
  const page = await open(product.url, { ...onWall(product.url), viewport: desk });
  await openMarketplace(page, '/marketplace?search=pebble');
  const pebble = card(page, 'Pebble');
  const opacity = (name: string) =>
    pebble
      .getByRole('button', { name })
      .evaluate((element) => getComputedStyle(element.closest('[data-over]') ?? element).opacity);
  await expect(pebble).toContainText(/Carla Creator ?from \$10.00/);
  await expect.poll(() => Promise.all(['Add to Cart', 'Quick view'].map(opacity))).toEqual(['0', '0']);
  await pointAt(page, 'Pebble');
  await expect.poll(() => Promise.all(['Add to Cart', 'Quick view'].map(opacity))).toEqual(['1', '1']);
  await expectAccessible(page);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(() => opacity('Add to Cart')).toBe('0');
  await tabTo(page, pebble.getByRole('link', { name: 'Pebble' }));
  await expect.poll(() => opacity('Add to Cart')).toBe('1');
  const quick = pebble.getByRole('button', { name: 'Quick view of Pebble' });
  await press(page, quick);
  const view = page.getByRole('dialog', { name: 'Pebble' });
  await expect(view.getByText('A small one')).toBeVisible();
  await examine(page);
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await expect(quick).toBeFocused();
  await press(page, pebble.getByRole('button', { name: 'View terms' }));
  await expect(page.getByRole('dialog', { name: 'Content License Agreement' })).toBeVisible();
});

test('[GAL-03] on the wall a tap on the picture opens the item’s page, and a tap on the quick view shows all that a pointer reveals', async ({
  open,
}) => {
  const page = await open(product.url, { ...onWall(product.url), viewport: phone, hasTouch: true, isMobile: true });
  await openMarketplace(page, '/marketplace?search=pebble');
  const pebble = card(page, 'Pebble');
  // Tap low on the picture, where a wide card has its button.
  await pebble.tap({ position: { x: 90, y: 200 } });
  await expect(page.getByRole('heading', { level: 1, name: 'Pebble' })).toBeVisible();
  await page.goBack();
  const quick = pebble.getByRole('button', { name: 'Quick view of Pebble' });
  const size = () => quick.evaluate(({ clientWidth, clientHeight }) => Math.min(clientWidth, clientHeight));
  await expect.poll(size).toBeGreaterThanOrEqual(44);
  await quick.tap();
  const view = page.getByRole('dialog', { name: 'Pebble' });
  await view.getByLabel('License for Pebble').selectOption({ label: '6-Month License' });
  await expect(view.getByText('$90.00')).toBeVisible();
  await expect(view.getByRole('link', { name: 'View details' })).toBeInViewport();
  await view.getByRole('button', { name: 'Add to Cart' }).tap();
  await expect(page).toHaveURL(/[/]auth$/);
});

test('[GAL-03] [MKT-17] [MKT-20] [MKT-21] [MKT-22] on a phone a card shows all that is needed to buy without any touch, and a tap does it', async ({
  open,
}) => {
  const page = await open(product.url, { viewport: phone, hasTouch: true, isMobile: true });
  await openMarketplace(page, '/marketplace?search=pebble');
  const pebble = card(page, 'Pebble');
  const license = pebble.getByLabel('License for Pebble');
  const buttons = ['Add to Cart', 'View terms', 'Save Pebble'].map((name) => pebble.getByRole('button', { name }));
  for (const control of [license, ...buttons]) {
    await expect(control).toBeVisible();
    const size = () => control.evaluate(({ clientWidth, clientHeight }) => Math.min(clientWidth, clientHeight));
    // Without their borders, of 1 px each.
    await expect.poll(size).toBeGreaterThanOrEqual(42);
  }
  await expect(pebble.getByText('A small one')).toBeVisible();
  await expect(pebble.getByRole('listitem')).toHaveText(['small']);
  await expect(pebble.getByText('$10.00')).toBeVisible();
  await license.selectOption({ label: '6-Month License' });
  await expect(pebble.getByText('$90.00')).toBeVisible();
  await pebble.getByRole('button', { name: 'View terms' }).tap();
  await expect(page.getByRole('dialog', { name: 'Content License Agreement' })).toBeVisible();
  await page.keyboard.press('Escape');
  await pebble.getByRole('img', { name: 'Pebble' }).tap({ force: true });
  await expect(page.getByRole('heading', { level: 1, name: 'Pebble' })).toBeVisible();
  await page.goBack();
  await pebble.getByRole('button', { name: 'Add to Cart' }).tap();
  await expect(page).toHaveURL(/[/]auth$/);
});

test('[GAL-03] the switch beside the sort order changes to the wall, which a reload and another page keep', async ({
  open,
}) => {
  const page = await open(product.url, { viewport: desk });
  await openMarketplace(page);
  const wall = page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Wall' });
  await expect.poll(() => columnCount(page)).toBe(3);
  await tabTo(page, page.getByRole('combobox', { name: 'Sort by' }));
  await press(page, wall);
  await expect(wall).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => columnCount(page)).not.toBe(3);
  await page.reload();
  await expect(wall).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/help');
  await openMarketplace(page);
  await expect(wall).toHaveAttribute('aria-pressed', 'true');
  await expect(card(page, 'Pebble').getByRole('button', { name: 'Quick view of Pebble' })).toBeAttached();
});

test('[MKT-15] a long description is cut after two lines', async ({ open }) => {
  const page = await open(product.url);
  await openMarketplace(page);
  const lines = () =>
    card(page, title)
      .getByText('Fishing boats')
      .evaluate((text) => ({
        shown: Math.round(text.clientHeight / parseFloat(getComputedStyle(text).lineHeight)),
        hasMore: text.scrollHeight > text.clientHeight,
      }));
  await expect.poll(lines).toEqual({ shown: 2, hasMore: true });
});

test('[MKT-07] on a small screen a button opens and closes the filters; on a wide one they are always visible', async ({
  open,
}) => {
  const page = await open(product.url, { viewport: phone });
  await openMarketplace(page);
  const toggle = page.getByRole('button', { name: 'Filter' });
  const tags = page.getByRole('group', { name: 'Tags' });
  await expect(tags).toBeHidden();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(tags).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'small' }).click();
  await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Filter (1)' }).click();
  await expect(tags).toBeHidden();
  await page.setViewportSize(desk);
  await expect(tags).toBeVisible();
  await expect(toggle).toBeHidden();
});

test('filters are in the address: a reload keeps them, and Back undoes them', async ({ open }) => {
  const page = await open(product.url, { viewport: desk });
  await openMarketplace(page);
  await page.getByRole('combobox', { name: 'License', exact: true }).selectOption('6-Month License');
  await page.getByLabel('Highest price').fill('100');
  await page.getByLabel('Highest price').press('Enter');
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/[?]license=six_month&max_price=100$/);
  await expect(card(page, 'Pebble').getByText('$90.00').first()).toBeVisible();
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByLabel('Highest price')).toHaveValue('100');
  await page.goBack();
  await expect(cards(page)).toHaveCount(24);
  await expect(page.getByRole('combobox', { name: 'License', exact: true })).toHaveValue('six_month');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Lowest price first');
  await expect(cards(page).first()).toHaveAccessibleName('Pebble');
  await page.getByRole('combobox', { name: 'Media' }).selectOption('Videos');
  await expect(page.getByText('No content found matching your criteria.')).toBeVisible();
  await examine(page);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/[/]marketplace$/);
});

test('the keyboard keeps its place in the list when the pressed button disappears', async ({ open }) => {
  const page = await open(product.url, { viewport: desk });
  await page.goto('/marketplace?search=volcano');
  await press(page, page.getByRole('button', { name: 'Clear filters' }));
  await expect(cards(page)).toHaveCount(24);
  await expect(page.getByRole('region', { name: 'Content' })).toBeFocused();
  await expect(page.getByText('Showing the first 24 items')).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(cards(page).first().getByRole('link').first()).toBeFocused();
});

const windows = [
  ['a phone', () => ({ viewport: phone })],
  ['a desk', () => ({ viewport: desk })],
  ['the wall on a phone', () => ({ ...onWall(product.url), viewport: phone })],
  ['the wall on a desk', () => ({ ...onWall(product.url), viewport: desk })],
] as const;

for (const [where, chosen] of sampleOf('the way back from an item', windows, 1)) {
  test(`on ${where} going back from an item returns to the same place, however deep`, async ({ open }) => {
    const page = await open(product.url, chosen());
    await openMarketplace(page);
    const deep = `${title} 40`;
    await findCard(page, deep);
    const link = card(page, deep).getByRole('link', { name: deep });
    await link.scrollIntoViewIfNeeded();
    const before = await top(page, deep);
    for (const comeBack of [
      () => page.goBack(),
      () => page.getByRole('main').getByRole('link', { name: 'Marketplace' }).click(),
    ]) {
      await link.click();
      await page.waitForURL(/[/]marketplace[/]/);
      await expect(page.getByRole('heading', { level: 1, name: deep })).toBeVisible();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      await comeBack();
      await expect(card(page, deep)).toBeVisible();
      await expect.poll(async () => Math.abs((await top(page, deep)) - before)).toBeLessThanOrEqual(1);
    }
  });
}

for (const [where, chosen] of sampleOf('a reload of the list', windows, 1)) {
  test(`on ${where} a reload, and going back from another site, lead to the item that was viewed`, async ({ open }) => {
    const page = await open(product.url, chosen());
    await openMarketplace(page, '/marketplace?search=harbour');
    const deep = `${title} 40`;
    await findCard(page, deep);
    const before = await top(page, deep);
    const expectPlace = async () => {
      await expect(card(page, deep)).toBeInViewport();
      await expect.poll(async () => Math.abs((await top(page, deep)) - before)).toBeLessThanOrEqual(1);
    };
    await page.reload();
    await expectPlace();
    await expect(page.getByLabel('Search content')).toHaveValue('harbour');
    await page.goto('data:text/html,Elsewhere');
    await page.goBack();
    await expectPlace();
    // After its reload the item's page knows nothing about the list except the position in it.
    await card(page, deep).getByRole('link', { name: deep }).click();
    await expect(page.getByRole('heading', { level: 1, name: deep })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: deep })).toBeVisible();
    await page.goBack();
    await expectPlace();
    await openMarketplace(page, '/marketplace?search=dawn');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect(cards(page)).toHaveCount(24);
  });
}

test('a reload leads to the item that was viewed, even if something was published above it', async ({ open }) => {
  const page = await open(product.url, { viewport: desk });
  await openMarketplace(page);
  await findCard(page, `${title} 20`);
  const looked = await cards(page).evaluateAll(
    (all) => all.find((element) => element.getBoundingClientRect().top >= 0)?.ariaLabel ?? '',
  );
  const before = await top(page, looked);
  await publishMore('Buoy', 'Lantern', 'Gull');
  await page.reload();
  await expect(card(page, 'Gull')).toBeAttached();
  await expect.poll(async () => Math.abs((await top(page, looked)) - before)).toBeLessThanOrEqual(1);
});

test('one item leads to another by its creator, and one press leads back to the marketplace', async ({ open }) => {
  const page = await open(product.url);
  await openMarketplace(page);
  await card(page, title).getByRole('link', { name: title, exact: true }).click();
  await page
    .getByRole('region', { name: 'More by Carla Creator' })
    .getByRole('link', { name: /Pebble/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pebble' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Marketplace' }).click();
  await expect(card(page, title)).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('[CONST-04] a new item is announced without moving the page, and is on top once requested', async ({ open }) => {
  const page = await open(product.url, { viewport: desk });
  await openMarketplace(page);
  const looked = `${title} 9`;
  await card(page, looked).scrollIntoViewIfNeeded();
  const before = await top(page, looked);
  await publishMore('Skipper', 'Anchor');
  const news = page.getByRole('button', { name: /^2 new/ });
  await expect(news).toBeInViewport();
  await expect.poll(() => top(page, looked)).toBe(before);
  await news.click();
  await expect(cards(page).first()).toHaveAccessibleName('Anchor');
  await expect(cards(page).first()).toBeInViewport();
});

test('[GAL-08] with the keyboard alone an item’s page is read, its licenses are compared, and it is put into the cart', async ({
  open,
}) => {
  const page = await open(product.url, { viewport: desk });
  await openMarketplace(page, '/marketplace?search=pebble');
  await press(page, card(page, 'Pebble').getByRole('link', { name: 'Pebble' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Pebble' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeInViewport();
  await tabTo(page, page.getByRole('radio', { name: 'One-Time Use' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: '6-Month License' })).toBeChecked();
  await press(page, page.getByRole('button', { name: 'View terms' }));
  const dialog = page.getByRole('dialog', { name: 'Content License Agreement' });
  await expect(dialog.getByText('6-Month License', { exact: true })).toHaveAttribute('aria-current', 'true');
  const sections = ['Grant of License', 'Restrictions', 'Intellectual Property', 'Termination'];
  for (const name of [...sections, 'Limitation of Liability', 'Governing Law', 'Contact']) {
    await expect(dialog.getByRole('heading', { name })).toBeAttached();
  }
  await expectAccessible(page);
  await expect(dialog.locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'View terms' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[/]auth$/);
});

test('[GAL-08] the picture of an item opens over the page and closes to the same place; the creator’s name leads to all their items', async ({
  open,
}) => {
  const page = await open(product.url, { viewport: desk });
  await page.goto(`/marketplace/${await pebbleId()}`);
  const zoomIn = page.getByRole('button', { name: 'Zoom in on Pebble' });
  await press(page, zoomIn);
  const zoomed = page.getByRole('dialog', { name: 'Pebble' });
  const picture = zoomed.locator('img').last();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(1_200);
  const height = (await picture.boundingBox())?.height ?? 0;
  await zoomed.getByRole('button', { name: 'Zoom' }).click();
  await expect.poll(async () => (await picture.boundingBox())?.height ?? 0).toBeGreaterThan(height);
  await page.keyboard.press('Escape');
  await expect(zoomed).toHaveCount(0);
  await expect(zoomIn).toBeFocused();
  await page.getByRole('link', { name: 'Carla Creator' }).click();
  await expect(page.getByRole('button', { name: 'By Carla Creator, remove' })).toBeVisible();
});

test('axe finds no issues in the cards, on the wall and on an item’s page, which fit a phone; a brand can add to the cart from all', async ({
  open,
}) => {
  const brand = await signUpBrand(product.url);
  const page = await open(product.url, { viewport: desk });
  await arriveSignedIn(page, brand.email);
  await openMarketplace(page, '/brand/marketplace');
  await examine(page);
  await card(page, title).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText(`${title} has been added to your cart.`)).toBeVisible();
  await page.getByRole('button', { name: 'Wall' }).click();
  await examine(page);
  await (await pointAt(page, title)).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText(`Added another: ${title}`)).toBeVisible();
  await card(page, 'Pebble').getByRole('link', { name: 'Pebble' }).click();
  await expect(page).toHaveURL(new RegExp(`/brand/marketplace/${await pebbleId()}$`));
  await expect(page.getByText('By Carla Creator', { exact: true })).toBeVisible();
  await examine(page);
  await page.getByText('Unlimited campaigns, 6 months').click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Pebble has been added to your cart.')).toBeVisible();
});
