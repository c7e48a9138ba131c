import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { licenses, patch, password, post, publish, signUpBrand, testCards, upload } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { press, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine, visit } from '../support/browser/visit.ts';
import { pointAt } from '../support/browser/wall.ts';

const harbour = 'Harbour at dawn';
const meadow = 'Meadow in June';
const listing = (title: string, sixMonthPrice: number) => ({
  title,
  description: '',
  tags: [],
  offerOneTime: true,
  offerSixMonth: true,
  offerPerpetual: true,
  oneTimePrice: 25,
  sixMonthPrice,
  perpetualPrice: 500,
});

let product: Product;
let shop: Shop;
let meadowId: string;
let page: Page;
const troubles: string[] = [];
/** The address that a card is sent to. */
const payment = /\/api\/orders\/[^/]+\/payment/;
const orderItself = /\/api\/orders\/[^/]+$/;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  shop = await openShop(product);
  const { token } = shop.creator;
  const picture = new Uint8Array(await drawPicture(2, 800, 600));
  ({ id: meadowId } = await publish(product.url, token, await upload(product.url, token, picture), { title: meadow }));
  page = await visit(browser, product.url, troubles);
});

test.afterAll(async () => {
  await page.context().close();
  await product.stop();
  product.forget();
});

const line = (title: string) => page.getByRole('listitem').filter({ hasText: title });
const proceed = () => page.getByRole('button', { name: 'Proceed to Checkout' });
const summary = () => page.getByRole('region', { name: 'Order summary' });
const edit = (id: string, title: string, sixMonthPrice: number) =>
  patch(`${product.url}/api/content/${id}`, listing(title, sixMonthPrice), { token: shop.creator.token });

const add = async (title: string, on: Page = page) => {
  const card = await pointAt(on, title);
  await card.getByLabel(`License for ${title}`).selectOption({ label: '6-Month License' });
  await card.getByRole('button', { name: 'Add to Cart' }).click();
};

const fillCard = async (cardNumber: string) => {
  await page.getByLabel('Cardholder Name').fill('Bo Buyer');
  await page.getByLabel('Card Number').fill(cardNumber);
  await page.getByLabel('Expiry Date').fill('12/40');
  await page.getByLabel('CVV').fill('123');
  await page.getByRole('checkbox').check();
};

test('[CART-15, CART-16, CART-24, CART-25] what a visitor chose waits through sign-in and is in the cart', async () => {
  await page.goto('/marketplace');
  await add(harbour);
  await expect(page).toHaveURL(/\/auth/);
  expect(await page.evaluate(() => sessionStorage.getItem('pendingCartItem'))).toContain(shop.itemId);
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(shop.brand.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/brand\/cart/);
  await expect(page.getByText(`${harbour} has been added to your cart.`)).toBeVisible();
  await expect(line(harbour)).toContainText('6-Month License');
});

test('[CART-01, CART-02, CART-03, CART-04, CART-05, CART-14] the cart lists its items with their total, and survives a reload', async () => {
  await page.goto('/brand/marketplace');
  await add(meadow);
  await expect(page.getByText(`${meadow} has been added to your cart.`)).toBeVisible();
  await page.goto('/brand/cart');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible();
  for (const title of [harbour, meadow]) {
    await expect(line(title)).toContainText('$250.00');
    await expect(line(title).getByRole('button', { name: `Remove ${title}` })).toBeVisible();
  }
  await expect(summary()).toContainText('Items2');
  await expect(summary()).toContainText('Total$500.00');
  await expect(proceed()).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Clear Cart' })).toBeVisible();
  await examine(page);
});

test('[CART-12, CART-27, CART-28] quantities change with the keyboard and never go below 1; removing an item says so', async () => {
  const more = page.getByRole('button', { name: `One more of ${harbour}` });
  await press(page, more);
  await expect(summary()).toContainText('Total$750.00');
  const less = page.getByRole('button', { name: `One less of ${harbour}` });
  for (let times = 0; times < 3; times += 1) await press(page, less);
  await expect(page.getByRole('group', { name: `Quantity of ${harbour}` })).toContainText('1');
  await expect(summary()).toContainText('Total$500.00');
  await press(page, page.getByRole('button', { name: `Remove ${meadow}` }));
  await expect(page.getByText(`Removed from cart: ${meadow}`)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Your cart' })).toBeFocused();
  await page.goto('/brand/marketplace');
  await add(harbour);
  await expect(page.getByText(`Added another: ${harbour}`)).toBeVisible();
});

test('[CART-14] another tab of the same brand immediately shows the same cart', async () => {
  const other = await page.context().newPage();
  await other.goto('/brand/cart');
  await expect(other.getByRole('region', { name: 'Order summary' })).toContainText('Total$500.00');
  await add(meadow);
  await expect(other.getByRole('region', { name: 'Order summary' })).toContainText('Total$750.00');
  await other.getByRole('button', { name: `One less of ${harbour}` }).click();
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
  await other.close();
});

test('a changed price is shown as old and new, and a cart is never checked out at a total other than the one shown', async () => {
  await page.goto('/brand/cart');
  await edit(shop.itemId, harbour, 260.5);
  await expect(line(harbour)).toContainText('$260.50was $250.00');
  const announced = page.getByRole('status', { name: 'Changed prices' });
  await expect(announced).toHaveText(`The price of ${harbour}, 6-Month License, changed from $250.00 to $260.50.`);
  await expect(summary()).toContainText('Total$510.50');
  await examine(page);
});

test('an item that left the marketplace says so, blocks the checkout, and is removed with one press', async () => {
  await post(`${product.url}/api/content/${meadowId}/withdraw`, {}, { token: shop.creator.token });
  await expect(line(meadow)).toContainText('No longer for sale');
  await proceed().click();
  const words = `“${meadow}” can’t be licensed anymore. Remove what’s unavailable to continue.`;
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect(page.locator(':focus')).toContainText(words);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Checkout Error');
  await examine(page);
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(line(meadow)).toBeHidden();
  await expect(summary()).toContainText('Total$260.50');
});

test('[CHK-28, CHK-31, CHK-01, CHK-02, CHK-03, CHK-04, CHK-05, CHK-06, CHK-07, CHK-08] leads to the address that the server names, with the form and the order', async () => {
  const asked = page.waitForResponse(/store-integration/);
  await proceed().click();
  const { checkoutUrl } = (await (await asked).json()) as { checkoutUrl: string };
  await expect(page).toHaveURL(new URL(checkoutUrl, product.url).href);
  for (const [label, autocomplete, keyboard] of [
    ['Cardholder Name', 'cc-name', null],
    ['Card Number', 'cc-number', 'numeric'],
    ['Expiry Date', 'cc-exp', 'numeric'],
    ['CVV', 'cc-csc', 'numeric'],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAttribute('autocomplete', autocomplete);
    if (keyboard) await expect(page.getByLabel(label)).toHaveAttribute('inputmode', keyboard);
  }
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await expect(summary()).toContainText('Total$260.50');
  await expect(summary()).toContainText(harbour);
  await expect(page.getByRole('button', { name: 'Pay $260.50' })).toBeDisabled();
  await examine(page);
});

test('a pasted card number is accepted with any separators, and its card brand is named', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('4000-0000 0000-0002'));
  await page.getByLabel('Card Number').focus();
  await page.keyboard.press('Control+V');
  await expect(page.getByLabel('Card Number')).toHaveValue('4000 0000 0000 0002');
  await expect(page.getByRole('status', { name: 'Card brand' })).toHaveText('Visa');
  await page.getByLabel('Expiry Date').fill('12 / 2040');
  await expect(page.getByLabel('Expiry Date')).toHaveValue('12/40');
});

test('[CHK-21, CHK-27] a declined card is reported next to the form too, which can be sent again; the cart is unchanged', async () => {
  await fillCard(testCards.declined);
  await page.getByRole('button', { name: 'Pay $260.50' }).click();
  const words = 'The card was declined. Nothing was charged. Please try another card.';
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Checkout Error');
  await expect(page.getByRole('button', { name: 'Pay $260.50' })).toBeEnabled();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await examine(page);
});

/** The distance of the form from the top of the page in pixels, whatever the scroll position. */
const formTop = () =>
  page.getByLabel('Cardholder Name').evaluate((field) => field.getBoundingClientRect().top + window.scrollY);

test('[CHK-09, CHK-20, FIX-14] while the payment runs the page says so, nothing moves and nothing can be sent twice', async () => {
  await page.route(payment, async (route) => {
    await answered;
    await route.fulfill({ status: 402, json: { error: { title: 'Checkout Error', message: 'Not this time.' } } });
  });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const top = await formTop();
  await page.getByRole('button', { name: 'Pay $260.50' }).click();
  await expect(page.getByRole('button', { name: 'Processing…' })).toBeDisabled();
  expect(await formTop()).toBe(top);
  answer();
  await expect(page.getByRole('alert').filter({ hasText: 'Not this time.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $260.50' })).toBeEnabled();
  await page.unroute(payment);
});

test('a server error about a field is shown at the field', async () => {
  const error = { code: 'invalid_input', title: 'Invalid', message: 'Card has expired.' };
  await page.route(payment, (route) =>
    route.fulfill({ status: 400, json: { error: { ...error, fields: { expiry: 'Card has expired.' } } } }),
  );
  await page.getByRole('button', { name: 'Pay $260.50' }).click();
  await expect(page.getByLabel('Expiry Date')).toHaveAccessibleDescription('Card has expired.');
  await page.unroute(payment);
});

test('[CHK-32, CHK-33, CHK-40, FIX-14] a payment with an unknown outcome keeps the cart, is never charged twice, and turns into licenses once known', async () => {
  // The bank answers within seconds, possibly before the cart is on the screen.
  let held = true;
  await page.route(orderItself, async (route) => {
    const response = await route.fetch();
    const order = (await response.json()) as object;
    await route.fulfill({ response, json: held ? { ...order, status: 'paying', payment: 'pending' } : order });
  });
  await fillCard(testCards.unknown);
  const top = await formTop();
  await page.getByRole('button', { name: 'Pay $260.50' }).click();
  const waiting = page.getByRole('status').filter({ hasText: 'You will not be charged twice.' });
  await expect(waiting).toBeVisible();
  expect(await formTop(), 'the form keeps its room').toBe(top);
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await page.goto('/brand/cart');
  const underWay = page.getByRole('status').filter({ hasText: 'A payment for this cart is being confirmed' });
  await expect(underWay).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await examine(page);
  held = false;
  await expect(page.getByText('Your cart is empty')).toBeVisible({ timeout: 15_000 });
  await page.unroute(orderItself);
  await expect(page.getByText('Purchase complete')).toBeVisible();
  const owned = await licenses(product.url, shop.brand.token);
  expect(owned.items.map(({ price }) => price)).toEqual([260.5]);
  await page.goto('/brand/dashboard?tab=licenses');
  await expect(page.getByRole('button', { name: `View agreement for ${harbour}` })).toBeVisible();
});

test('[CART-06, CART-07, CHK-10, CHK-11] an empty cart says so, in the cart and at the checkout, with a link onward', async () => {
  await page.goto('/brand/cart');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await examine(page);
  await page.goto('/brand/checkout');
  await expect(page.getByText('No items in your cart to checkout')).toBeVisible();
  await examine(page);
  await page.getByRole('link', { name: 'Return to Marketplace' }).click();
  await expect(page).toHaveURL(/\/brand\/marketplace/);
  await page.goto('/brand/cart');
  await page.getByRole('link', { name: 'Explore Marketplace' }).click();
  await expect(page).toHaveURL(/\/brand\/marketplace/);
});

test('a license that the brand already holds is named before it is bought again, in the cart and at the checkout', async () => {
  await add(harbour);
  await page.goto('/brand/cart');
  await expect(line(harbour).getByRole('note')).toContainText(/Already licensed until \w+ \d+, \d{4} \(UTC\)/);
  await examine(page);
  await proceed().click();
  const notice = page.getByRole('status').filter({ hasText: 'Already licensed' });
  await expect(notice.getByRole('link', { name: 'View licenses' })).toBeVisible();
  await examine(page);
});

test('a waiting order says what has changed since; checked out again, it becomes a new order at the current price', async () => {
  await edit(shop.itemId, harbour, 270);
  await page.reload();
  const notice = page.getByRole('status').filter({ hasText: 'Since this order was placed' });
  await expect(notice).toContainText(`${harbour}: $260.50 → $270.00`);
  await notice.getByRole('link', { name: 'Back to your cart' }).click();
  await expect(summary()).toContainText('Total$270.00');
  await proceed().click();
  await expect(page.getByRole('button', { name: 'Pay $270.00' })).toBeVisible();
  const placed = page.url();
  await page.goto('/brand/cart');
  // Until the current price is known, pressing the button only fetches it.
  await expect(summary()).toContainText('Total$270.00');
  await proceed().click();
  await expect(page, 'the same cart is the same order').toHaveURL(placed);
});

test('[CART-05, CART-29, CART-35] Clear Cart empties it and says so', async () => {
  await page.goto('/brand/cart');
  await page.getByRole('button', { name: 'Clear Cart' }).click();
  await expect(page.getByText('Cart cleared')).toBeVisible();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('with the keyboard alone: from the cart, correcting the card, to the license', async ({ browser }) => {
  const brand: Account = await signUpBrand(product.url);
  const keys = await visit(browser, product.url, troubles);
  await arriveSignedIn(keys, brand.email);
  await keys.goto('/brand/marketplace');
  await press(keys, keys.getByRole('article', { name: harbour }).getByRole('button', { name: 'Add to Cart' }));
  await press(keys, keys.getByRole('link', { name: 'Cart, 1 item' }));
  await press(keys, keys.getByRole('button', { name: 'Proceed to Checkout' }));
  await typeInto(keys, keys.getByLabel('Cardholder Name'), 'Bo Buyer');
  await typeInto(keys, keys.getByLabel('Card Number'), testCards.declined);
  await typeInto(keys, keys.getByLabel('Expiry Date'), '1240');
  await typeInto(keys, keys.getByLabel('CVV'), '123');
  await press(keys, keys.getByRole('checkbox'), 'Space');
  await press(keys, keys.getByRole('button', { name: 'Pay $25.00' }));
  await expect(keys.getByRole('alert').filter({ hasText: 'Nothing was charged' })).toBeVisible();
  await tabTo(keys, keys.getByLabel('Card Number'));
  await keys.keyboard.press('Control+A');
  await keys.keyboard.type(testCards.approved);
  await press(keys, keys.getByRole('button', { name: 'Pay $25.00' }));
  await expect(keys.getByText('Purchase complete')).toBeVisible();
  await expect(keys.getByRole('button', { name: `Download original of ${harbour}` })).toBeVisible();
  await keys.context().close();
});

test('[FIX-09] a creator gets to the marketplace from the menu, and from their own item to its edit page', async ({
  browser,
}) => {
  const creator = await visit(browser, product.url, troubles);
  await arriveSignedIn(creator, shop.creator.email);
  const portal = creator.getByRole('complementary', { name: 'Creator Portal' });
  await portal.getByRole('link', { name: 'Marketplace' }).click();
  const card = creator.getByRole('article', { name: harbour });
  await expect(card).toContainText('Your item');
  await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeHidden();
  await expect(portal.getByRole('link', { name: 'Marketplace' })).toHaveAttribute('aria-current', 'page');
  await examine(creator);
  await pointAt(creator, harbour);
  await card.getByRole('link', { name: `Edit ${harbour}` }).click();
  await expect(creator).toHaveURL(new RegExp(`/creator/edit/${shop.itemId}$`));
  await creator.context().close();
});

test('no page of the journey raised an error', () => {
  expect(troubles).toEqual([]);
});
