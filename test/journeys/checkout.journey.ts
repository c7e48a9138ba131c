import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import {
  checkout,
  editOf,
  licenses,
  patch,
  pay,
  post,
  publish,
  signUpBrand,
  signUpCreator,
  testCards,
  upload,
} from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { press, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { drawPicture } from '../support/picture.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import type { Open } from '../support/browser/journey.ts';
import { arriveSignedIn, fillInSignIn } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';
import { pointAt } from '../support/browser/wall.ts';

const product = productForFile();

/** Declined cards, fields in error, and carts with an item that left the marketplace are refused. */
test.use({ expectedErrors: [/ 40[02] .*[/]payment| 409 .*[/]store-integration/] });

interface Offer {
  readonly id: string;
  readonly title: string;
}

/** A creator with an item for each title, and a brand. Titles are unique, as all scenarios share one marketplace. */
const openWorld = async (...titles: readonly string[]) => {
  const { url } = product;
  const [creator, brand] = await Promise.all([signUpCreator(url), signUpBrand(url)]);
  const offers: Offer[] = [];
  for (const title of titles) {
    const picture = new Uint8Array(await drawPicture(2, 800, 600));
    offers.push(await publish(url, creator.token, await upload(url, creator.token, picture), { title }));
  }
  const [first, second] = offers as [Offer, Offer];
  return { creator, brand, first, second };
};

const changePrice = ({ token }: Account, { id, title }: Offer, sixMonthPrice: number) =>
  patch(`${product.url}/api/content/${id}`, editOf({ title, prices: [25, sixMonthPrice, 500] }), { token });

const lineOf = (page: Page, { title }: Offer) => page.getByRole('listitem').filter({ hasText: title });
const proceedOn = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' });
const summaryOn = (page: Page) => page.getByRole('region', { name: 'Order summary' });

const add = async (page: Page, { title }: Offer) => {
  const card = await pointAt(page, title);
  await card.getByLabel(`License for ${title}`).selectOption({ label: '6-Month License' });
  await card.getByRole('button', { name: 'Add to Cart' }).click();
};

/** Signs in, and puts six-month licenses of items into the cart. */
const openWithCart = async (open: Open, { email }: Account, ...offers: readonly Offer[]) => {
  const page = await open(product.url);
  await arriveSignedIn(page, email);
  await page.goto('/brand/marketplace');
  for (const offer of offers) {
    await add(page, offer);
    await expect(page.getByText(`${offer.title} has been added to your cart.`)).toBeVisible();
  }
  return page;
};

/** Signs in, and opens an order of one item. */
const openOrder = async (open: Open, { email, token }: Account, { id, title }: Offer) => {
  const page = await open(product.url);
  await arriveSignedIn(page, email);
  const { checkoutUrl } = await checkout(product.url, token, [{ id, title }]);
  await page.goto(checkoutUrl);
  return page;
};

const fillCard = async (page: Page, cardNumber: string) => {
  await page.getByLabel('Cardholder Name').fill('Bo Buyer');
  await page.getByLabel('Card Number').fill(cardNumber);
  await page.getByLabel('Expiry Date').fill('12/40');
  await page.getByLabel('CVV').fill('123');
  await page.getByRole('checkbox').check();
};

/** The address that a card is sent to. */
const payment = /\/api\/orders\/[^/]+\/payment/;
const orderItself = /\/api\/orders\/[^/]+$/;

/** The distance of the form from the top of the page in pixels, whatever the scroll position. */
const formTopOn = (page: Page) =>
  page.getByLabel('Cardholder Name').evaluate((field) => field.getBoundingClientRect().top + window.scrollY);

test('[CART-15, CART-16, CART-24, CART-25] what a visitor chose waits through sign-in and is in the cart', async ({
  open,
}) => {
  const { brand, first } = await openWorld('Harbour');
  const page = await open(product.url);
  await page.goto('/marketplace');
  await add(page, first);
  await expect(page).toHaveURL(/\/auth/);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('pendingCartItem'))).toContain(first.id);
  await fillInSignIn(page, brand.email);
  await expect(page.getByText(`${first.title} has been added to your cart.`)).toBeVisible();
  await expect(page).toHaveURL(/\/brand\/cart/);
  await expect(lineOf(page, first)).toContainText('6-Month License');
});

test('a brand fills its cart, changes it in two tabs, and clears it', async ({ open }) => {
  const { brand, first, second } = await openWorld('Meadow', 'Forest');
  const page = await openWithCart(open, brand, first, second);
  const summary = summaryOn(page);

  await test.step('[CART-01, CART-02, CART-03, CART-04, CART-05, CART-14] the cart lists its items with their total, and survives a reload', async () => {
    await page.goto('/brand/cart');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible();
    for (const offer of [first, second]) {
      await expect(lineOf(page, offer)).toContainText('$250.00');
      await expect(lineOf(page, offer).getByRole('button', { name: `Remove ${offer.title}` })).toBeVisible();
    }
    await expect(summary).toContainText('Items2');
    await expect(summary).toContainText('Total$500.00');
    await expect(proceedOn(page)).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Clear Cart' })).toBeVisible();
    await examine(page);
  });

  await test.step('[CART-12, CART-27, CART-28] quantities change with the keyboard and never go below 1; removing an item says so', async () => {
    await press(page, page.getByRole('button', { name: `One more of ${first.title}` }));
    await expect(summary).toContainText('Total$750.00');
    const less = page.getByRole('button', { name: `One less of ${first.title}` });
    for (let times = 0; times < 3; times += 1) await press(page, less);
    await expect(page.getByRole('group', { name: `Quantity of ${first.title}` })).toContainText('1');
    await expect(summary).toContainText('Total$500.00');
    await press(page, page.getByRole('button', { name: `Remove ${second.title}` }));
    await expect(page.getByText(`Removed from cart: ${second.title}`)).toBeVisible();
    await expect(page.getByRole('group', { name: 'Your cart' })).toBeFocused();
    await page.goto('/brand/marketplace');
    await add(page, first);
    await expect(page.getByText(`Added another: ${first.title}`)).toBeVisible();
  });

  await test.step('[CART-14] another tab of the same brand immediately shows the same cart', async () => {
    const other = await page.context().newPage();
    await other.goto('/brand/cart');
    await expect(summaryOn(other)).toContainText('Total$500.00');
    await add(page, second);
    await expect(summaryOn(other)).toContainText('Total$750.00');
    await other.getByRole('button', { name: `One less of ${first.title}` }).click();
    await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
    await other.close();
  });

  await test.step('[CART-05, CART-29, CART-35] Clear Cart empties it and says so', async () => {
    await page.goto('/brand/cart');
    await page.getByRole('button', { name: 'Clear Cart' }).click();
    await expect(page.getByText('Cart cleared')).toBeVisible();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });
});

test('a cart keeps up with its items', async ({ open }) => {
  const { creator, brand, first, second } = await openWorld('River', 'Lake');
  const page = await openWithCart(open, brand, first, second);

  await test.step('a changed price is shown as old and new, and a cart is never checked out at a total other than the one shown', async () => {
    await page.goto('/brand/cart');
    await expect(summaryOn(page)).toContainText('Total$500.00');
    await changePrice(creator, first, 260.5);
    await expect(lineOf(page, first)).toContainText('$260.50was $250.00');
    const announced = page.getByRole('status', { name: 'Changed prices' });
    await expect(announced).toHaveText('The price of River, 6-Month License, changed from $250.00 to $260.50.');
    await expect(summaryOn(page)).toContainText('Total$510.50');
    await examine(page);
  });

  await test.step('an item that left the marketplace says so, blocks the checkout, and is removed with one press', async () => {
    await post(`${product.url}/api/content/${second.id}/withdraw`, {}, creator);
    await expect(lineOf(page, second)).toContainText('No longer for sale');
    await proceedOn(page).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Checkout Error');
    const words = '“Lake” can’t be licensed anymore. Remove what’s unavailable to continue.';
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await expect(page.locator(':focus')).toContainText(words);
    await examine(page);
    await page.getByRole('button', { name: 'Remove it' }).click();
    await expect(lineOf(page, second)).toBeHidden();
    await expect(summaryOn(page)).toContainText('Total$260.50');
  });
});

test('a brand checks out its cart', async ({ open }) => {
  const { brand, first } = await openWorld('Lighthouse');
  const page = await openWithCart(open, brand, first);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/brand/cart');

  await test.step('[CHK-28, CHK-31, CHK-01, CHK-02, CHK-03, CHK-04, CHK-05, CHK-06, CHK-07, CHK-08] leads to the address that the server names, with the form and the order', async () => {
    const asked = page.waitForResponse(/store-integration/);
    await proceedOn(page).click();
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
    await expect(summaryOn(page)).toContainText('Total$250.00');
    await expect(summaryOn(page)).toContainText(first.title);
    await expect(page.getByRole('button', { name: 'Pay $250.00' })).toBeDisabled();
    await examine(page);
  });

  await test.step('a pasted card number is accepted with any separators, and its card brand is named', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('4000-0000 0000-0002'));
    await page.getByLabel('Card Number').focus();
    await page.keyboard.press('Control+V');
    await expect(page.getByLabel('Card Number')).toHaveValue('4000 0000 0000 0002');
    await expect(page.getByRole('status', { name: 'Card brand' })).toHaveText('Visa');
    await page.getByLabel('Expiry Date').fill('12 / 2040');
    await expect(page.getByLabel('Expiry Date')).toHaveValue('12/40');
  });

  await test.step('[CHK-21, CHK-27] a declined card is reported next to the form too, which can be sent again; the cart is unchanged', async () => {
    await fillCard(page, testCards.declined);
    await page.getByRole('button', { name: 'Pay $250.00' }).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Checkout Error');
    const words = 'The card was declined. Nothing was charged. Please try another card.';
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay $250.00' })).toBeEnabled();
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
    await examine(page);
  });
});

test('[CHK-09, CHK-20, FIX-14] while the payment runs the page says so, nothing moves and nothing can be sent twice', async ({
  open,
}) => {
  const { brand, first } = await openWorld('Ferry');
  const page = await openOrder(open, brand, first);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(payment, async (route) => {
    await answered;
    await route.fulfill({ status: 402, json: { error: { title: 'Checkout Error', message: 'Not this time.' } } });
  });
  await fillCard(page, testCards.approved);
  const top = await formTopOn(page);
  await page.getByRole('button', { name: 'Pay $250.00' }).click();
  await expect(page.getByRole('button', { name: 'Processing…' })).toBeDisabled();
  await expect.poll(() => formTopOn(page)).toBe(top);
  answer();
  await expect(page.getByRole('alert').filter({ hasText: 'Not this time.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $250.00' })).toBeEnabled();
});

test('a server error about a field is shown at the field', async ({ open }) => {
  const { brand, first } = await openWorld('Quay');
  const page = await openOrder(open, brand, first);
  const error = { code: 'invalid_input', title: 'Invalid', message: 'Card has expired.' };
  await page.route(payment, (route) =>
    route.fulfill({ status: 400, json: { error: { ...error, fields: { expiry: 'Card has expired.' } } } }),
  );
  await fillCard(page, testCards.approved);
  await page.getByRole('button', { name: 'Pay $250.00' }).click();
  await expect(page.getByLabel('Expiry Date')).toHaveAccessibleDescription('Card has expired.');
});

test('[CHK-32, CHK-33, CHK-40, FIX-14] a payment with an unknown outcome keeps the cart, is never charged twice, and turns into licenses once known', async ({
  open,
}) => {
  const { brand, first } = await openWorld('Beacon');
  const page = await openWithCart(open, brand, first);
  await page.goto('/brand/cart');
  await proceedOn(page).click();
  await fillCard(page, testCards.unknown);
  const top = await formTopOn(page);
  // The bank answers within seconds, possibly before the cart is on the screen.
  let held = true;
  await page.route(orderItself, async (route) => {
    const response = await route.fetch();
    const order = (await response.json()) as object;
    await route.fulfill({ response, json: held ? { ...order, status: 'paying', payment: 'pending' } : order });
  });
  await page.getByRole('button', { name: 'Pay $250.00' }).click();
  const waiting = page.getByRole('status').filter({ hasText: 'You will not be charged twice.' });
  await expect(waiting).toBeVisible();
  await expect.poll(() => formTopOn(page), 'the form keeps its room').toBe(top);
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await page.goto('/brand/cart');
  const underWay = page.getByRole('status').filter({ hasText: 'A payment for this cart is being confirmed' });
  await expect(underWay).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await examine(page);
  held = false;
  await expect(page.getByText('Purchase complete')).toBeVisible();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  const pricesPaid = async () => (await licenses(product.url, brand.token)).items.map(({ price }) => price);
  await expect.poll(pricesPaid).toEqual([250]);
  await page.goto('/brand/dashboard?tab=licenses');
  await expect(page.getByRole('button', { name: `View agreement for ${first.title}` })).toBeVisible();
});

test('[CART-06, CART-07, CHK-10, CHK-11] an empty cart says so, in the cart and at the checkout, with a link onward', async ({
  open,
}) => {
  const { email } = await signUpBrand(product.url);
  const page = await open(product.url);
  await arriveSignedIn(page, email);
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

test('a brand that buys again is told what it holds, and what has changed since', async ({ open }) => {
  const { creator, brand, first } = await openWorld('Crane');
  const { order_id } = await checkout(product.url, brand.token, [{ id: first.id }]);
  await pay(product.url, brand.token, order_id);
  const page = await openWithCart(open, brand, first);

  await test.step('a license that the brand already holds is named before it is bought again, in the cart and at the checkout', async () => {
    await page.goto('/brand/cart');
    await expect(lineOf(page, first).getByRole('note')).toContainText(/Already licensed until \w+ \d+, \d{4} \(UTC\)/);
    await examine(page);
    await proceedOn(page).click();
    const notice = page.getByRole('status').filter({ hasText: 'Already licensed' });
    await expect(notice.getByRole('link', { name: 'View licenses' })).toBeVisible();
    await examine(page);
  });

  await test.step('a waiting order says what has changed since; checked out again, it becomes a new order at the current price', async () => {
    await changePrice(creator, first, 270);
    await page.reload();
    const notice = page.getByRole('status').filter({ hasText: 'Since this order was placed' });
    await expect(notice).toContainText('Crane: $250.00 → $270.00');
    await notice.getByRole('link', { name: 'Back to your cart' }).click();
    await expect(summaryOn(page)).toContainText('Total$270.00');
    await proceedOn(page).click();
    await expect(page.getByRole('button', { name: 'Pay $270.00' })).toBeVisible();
    const placed = page.url();
    await page.goto('/brand/cart');
    // Until the current price is known, pressing the button only fetches it.
    await expect(summaryOn(page)).toContainText('Total$270.00');
    await proceedOn(page).click();
    await expect(page, 'the same cart is the same order').toHaveURL(placed);
  });
});

test('with the keyboard alone: from the cart, correcting the card, to the license', async ({ open }) => {
  const { brand, first } = await openWorld('Rope');
  const page = await open(product.url);
  await arriveSignedIn(page, brand.email);
  // Nothing else that Tab would have to lead past.
  await page.goto(`/brand/marketplace?search=${first.title}`);
  await press(page, page.getByRole('article', { name: first.title }).getByRole('button', { name: 'Add to Cart' }));
  await press(page, page.getByRole('link', { name: 'Cart, 1 item' }));
  await press(page, proceedOn(page));
  await typeInto(page, page.getByLabel('Cardholder Name'), 'Bo Buyer');
  await typeInto(page, page.getByLabel('Card Number'), testCards.declined);
  await typeInto(page, page.getByLabel('Expiry Date'), '1240');
  await typeInto(page, page.getByLabel('CVV'), '123');
  await press(page, page.getByRole('checkbox'), 'Space');
  await press(page, page.getByRole('button', { name: 'Pay $25.00' }));
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was charged' })).toBeVisible();
  await tabTo(page, page.getByLabel('Card Number'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(testCards.approved);
  await press(page, page.getByRole('button', { name: 'Pay $25.00' }));
  await expect(page.getByText('Purchase complete')).toBeVisible();
  await expect(page.getByRole('button', { name: `Download original of ${first.title}` })).toBeVisible();
});

test('[FIX-09] a creator gets to the marketplace from the menu, and from their own item to its edit page', async ({
  open,
}) => {
  const { creator, first } = await openWorld('Nets');
  const page = await open(product.url);
  await arriveSignedIn(page, creator.email);
  const portal = page.getByRole('complementary', { name: 'Creator Portal' });
  await portal.getByRole('link', { name: 'Marketplace' }).click();
  const card = page.getByRole('article', { name: first.title });
  await expect(card).toContainText('Your item');
  await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeHidden();
  await expect(portal.getByRole('link', { name: 'Marketplace' })).toHaveAttribute('aria-current', 'page');
  await examine(page);
  await card.getByRole('link', { name: `Edit ${first.title}` }).click();
  await expect(page).toHaveURL(new RegExp(`/creator/edit/${first.id}$`));
});

test('[CART-17] [CART-34] what a creator puts aside is in the cart of the brand that signs in next', async ({
  open,
}) => {
  const { brand, first } = await openWorld('Buoys');
  const other = await signUpCreator(product.url, 'Otto Other');
  const page = await open(product.url);
  await arriveSignedIn(page, other.email);
  await page.goto('/marketplace');
  const card = page.getByRole('article', { name: first.title });
  await card.getByLabel(`License for ${first.title}`).selectOption({ label: '6-Month License' });
  await card.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Sign in with a brand account to add this to your cart.')).toBeVisible();
  await examine(page);
  await page.getByRole('banner').getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('Signed out successfully')).toBeVisible();
  await page.goto('/auth');
  await fillInSignIn(page, brand.email);
  await expect(page).toHaveURL(/[/]brand[/]cart$/);
  await expect(summaryOn(page)).toContainText('$250.00');
});
