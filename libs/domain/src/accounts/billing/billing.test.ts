import { expect, test } from 'vitest';
import { wrongRole } from '../../failures.ts';
import { given } from '../../kernel/given.test-kit.ts';
import { messagesOf } from '../../kernel/form-messages.test-kit.ts';
import { normalized } from '../../kernel/text.ts';
import { account } from '../account.ts';
import { brandRegistered, creatorRegistered } from '../account-events.ts';
import type { BrandRegisteredData, CreatorRegisteredData } from '../account-events.ts';
import { BillingForm } from './billing-form.ts';
import { addressLines, brandBillingChanged, noBilling } from './billing.ts';
import type { BillingDetails } from './billing.ts';

const billing: BillingDetails = {
  company: 'Acme Outdoors GmbH',
  street: 'Alexander Street 12',
  city: 'Berlin',
  region: '',
  postal_code: '10115',
  country: 'Germany',
  tax_number: 'DE123456789',
  po_number: 'PO-77',
};
const brand = brandRegistered.of({ account_id: 'brand-1', brand_name: 'Acme' } as BrandRegisteredData);
const changed = (details: BillingDetails) => brandBillingChanged.of({ account_id: 'brand-1', billing: details });
const change = { kind: 'change-billing', billing } as const;

test('[PAY-30] a brand’s billing details are recorded as a whole, and only if they change', () => {
  expect(given(account, [brand]).when(change)).toEqual([changed(billing)]);
  expect(given(account, [brand, changed(billing)]).when(change)).toEqual([]);
  const moved = { ...billing, city: 'Hamburg' };
  const again = given(account, [brand, changed(billing)]).when({ kind: 'change-billing', billing: moved });
  expect(again).toEqual([changed(moved)]);
  expect(given(account, [brand, changed(billing), changed(moved)]).state()).toMatchObject({ billing: moved });
});

test('[PAY-30] a brand without billing details that enters none changes nothing', () => {
  expect(given(account, [brand]).state()).toMatchObject({ billing: null });
  expect(given(account, [brand]).when({ kind: 'change-billing', billing: noBilling })).toEqual([]);
});

test('[PAY-30] a creator has no billing details', () => {
  const creator = creatorRegistered.of({ account_id: 'creator-1' } as CreatorRegisteredData);
  expect(given(account, [creator]).when(change)).toEqual(wrongRole());
  expect(given(account, [creator, changed(billing)]).state()).not.toHaveProperty('billing');
});

test('[PAY-30] the form requires what an invoice needs, but not what only some countries have', () => {
  expect(messagesOf(Object.assign(new BillingForm(), billing))).toEqual({});
  expect(messagesOf(new BillingForm())).toEqual({
    company: 'Please enter the company name',
    street: 'Please enter the street address',
    city: 'Please enter the city',
    country: 'Please enter the country',
  });
  const long = Object.assign(new BillingForm(), {
    ...billing,
    company: 'x'.repeat(201),
    tax_number: 'x'.repeat(61),
    po_number: 'x'.repeat(61),
    postal_code: 'x'.repeat(61),
  });
  expect(messagesOf(long)).toEqual({
    company: 'Company name must be at most 200 characters',
    tax_number: 'Tax number must be at most 60 characters',
    po_number: 'PO number must be at most 60 characters',
    postal_code: 'Postal code must be at most 60 characters',
  });
});

test.each(['Y', 'Å', 'Ø', 'Ii', '津', 'U'])(
  '[FIX-28] the town %s is taken, and so are short companies and streets',
  (city) => {
    const short = { ...billing, company: 'X', street: '1', city, country: '中' };
    expect(messagesOf(Object.assign(new BillingForm(), short))).toEqual({});
    const empty = normalized(BillingForm.normalizers, { ...billing, city: ' \n ' });
    expect(messagesOf(Object.assign(new BillingForm(), empty))).toEqual({ city: 'Please enter the city' });
  },
);

test('[PAY-30] each field is stored as one line, without spaces around it', () => {
  const typed = Object.assign(new BillingForm(), { ...billing, company: '  Acme\nOutdoors GmbH ' });
  const form = Object.assign(new BillingForm(), normalized(BillingForm.normalizers, { ...typed }));
  expect({ ...form }).toEqual(billing);
});

test('[PAY-30] an address has no empty lines', () => {
  expect(addressLines(billing)).toEqual(['Alexander Street 12', '10115 Berlin', 'Germany']);
  const market = { street: '548 Market Street', city: 'San Francisco', region: 'CA', postal_code: '94104' };
  expect(addressLines({ ...billing, ...market, country: 'United States' })).toEqual([
    '548 Market Street',
    'San Francisco, CA 94104',
    'United States',
  ]);
  expect(addressLines(noBilling)).toEqual([]);
});
