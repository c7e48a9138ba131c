import type { TermsVersion } from '@tessera/domain/licensing/agreements/agreement';
import type { AgreementIssuedData } from '@tessera/domain/licensing/license';
import { termsInForce, termsVersions } from '@tessera/domain/licensing/agreements/terms';
import type { PaymentCapturedData, PaymentStartedData } from '@tessera/domain/ordering/order';
import { checkout, licenses, pay, post } from '../../../../test/support/worlds/client.ts';
import { openShop } from '../../../../test/support/worlds/shop.ts';
import type { Shop } from '../../../../test/support/worlds/shop.ts';
import { startStripeShop } from '../../../../test/support/worlds/stripe-shop.ts';
import type { StripeShop } from '../../../../test/support/worlds/stripe-shop.ts';
import { startWholeApp } from '../../../../test/support/worlds/whole-app.ts';
import type { WholeApp } from '../../../../test/support/worlds/whole-app.ts';
import { EventStore } from '../kernel/log/port.ts';

const accepted = termsInForce().id;
const later = 'of a later year';

let whole: WholeApp;
let shop: Shop;

afterEach(() => {
  const at = versions.indexOf(laterTerms);
  if (at >= 0) versions.splice(at, 1);
});

const order = async () => (await checkout(whole.url, shop.brand.token, [{ id: shop.itemId }])).order_id;

type Worded = PaymentStartedData | PaymentCapturedData | AgreementIssuedData;
const worded = ['PaymentStarted', 'PaymentCaptured', 'AgreementIssued'];

/** The type and terms version of each event of the payment, and for an agreement also whose text it has. */
const termsOf = async (orderId: string) => {
  const stored = await whole.app.get<EventStore>(EventStore).readStream(`order-${orderId}`);
  return stored
    .filter(({ type }) => worded.includes(type))
    .map(({ type, data }) => {
      const { terms_version, ...others } = data as Worded;
      if (!('agreement_text' in others)) return [type, terms_version];
      return [type, terms_version, others.agreement_text.includes('Other words') ? later : accepted];
    });
};

const laterTerms: TermsVersion = {
  id: later,
  updatedAt: '2126-11-01T00:00:00.000Z',
  reference: (license_id) => `License ${license_id}`,
  sections: () => [{ heading: 'Other words', paragraphs: ['They are others.'] }],
};
const versions = termsVersions as unknown as TermsVersion[];

/** Puts other terms in force until the test is over. */
const changeTerms = () => void versions.unshift(laterTerms);

describe('a payment by the shop’s own card form', () => {
  beforeAll(async () => {
    whole = await startWholeApp();
    shop = await openShop(whole);
  }, 60_000);
  afterAll(() => whole.close());

  it('records the version of the terms accepted in the form, when it starts and when the money is captured', async () => {
    const orderId = await order();
    expect(await termsOf(orderId)).toEqual([]);
    expect(await pay(whole.url, shop.brand.token, orderId)).toMatchObject({ status: 'paid' });
    expect(await termsOf(orderId)).toEqual([
      ['PaymentStarted', accepted],
      ['PaymentCaptured', accepted],
      ['AgreementIssued', accepted, accepted],
    ]);
  });
});

describe('a payment on the gateway’s page', () => {
  let hosted: StripeShop;

  beforeAll(async () => {
    hosted = await startStripeShop();
    ({ whole } = hosted);
    shop = hosted;
  }, 60_000);
  afterAll(() => hosted.close());

  /** The brand pays on the page, and the shop learns of it and shows it in its views. */
  const payOnPage = async (orderId: string) => {
    hosted.stripe.pay(hosted.sessionOf(orderId).id);
    const paid = await hosted.settle(orderId);
    if (paid?.state.status !== 'paid') throw new Error(`Order ${orderId} should be paid`);
    await licenses(whole.url, shop.brand.token, await whole.head());
    return paid.state.licenseIds;
  };

  it('[FIX-02] records the version in force when the brand went to the page, not when the money arrived, and uses its text in the agreement', async () => {
    const orderId = await order();
    expect(await termsOf(orderId)).toEqual([['PaymentStarted', accepted]]);
    changeTerms();
    await payOnPage(orderId);
    expect(await termsOf(orderId)).toEqual([
      ['PaymentStarted', accepted],
      ['PaymentCaptured', accepted],
      ['AgreementIssued', accepted, accepted],
    ]);
  });

  it.each(['renew', 'upgrade'])('also records it for a successor of a license: %s', async (kind) => {
    const [licenseId] = await payOnPage(await order());
    changeTerms();
    const url = `${whole.url}/api/licenses/${licenseId ?? ''}/${kind}`;
    const { order_id } = await post<{ order_id: string }>(url, undefined, { token: shop.brand.token });
    await payOnPage(order_id);
    expect(await termsOf(order_id)).toEqual([
      ['PaymentStarted', later],
      ['PaymentCaptured', later],
      ['AgreementIssued', later, later],
    ]);
  });
});
