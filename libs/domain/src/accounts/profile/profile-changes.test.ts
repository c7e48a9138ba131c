import { expect, test } from 'vitest';
import { messagesOf } from '../../kernel/form-messages.test-kit.ts';
import type { BrandDetails, CreatorDetails } from '../details.ts';
import { requestedBrandChange, requestedCreatorChange, changesPayout } from './profile-changes.ts';

const payout = { venmo_name: null, paypal_email: null, bank_name: null, bank_account: null, bank_routing: null };
const paidToBank: CreatorDetails = {
  name: 'Carla Creator',
  phone: '+1 555 010 2030',
  social_handle: '@carla',
  payment_method: 'bank',
  payout: { ...payout, bank_name: 'First Harbour', bank_account: '000123456789', bank_routing: '021000021' },
};
const acme: BrandDetails = {
  name: 'Bo Buyer',
  phone: '+1 555 010 2030',
  brand_name: 'Acme',
  brand_url: 'https://acme.example',
  show_on_homepage: false,
};

test('[API-17] what is not sent stays as it is', () => {
  const { form, changes } = requestedCreatorChange(paidToBank, { phone: '+1 555 010 9999' });
  expect(messagesOf(form)).toEqual({});
  expect(changes()).toEqual({ phone: '+1 555 010 9999' });
  expect(requestedBrandChange(acme, { show_on_homepage: true }).changes()).toEqual({ show_on_homepage: true });
  expect(requestedBrandChange(acme, {}).changes()).toEqual({});
});

test('[ENT-04] sending back a masked bank number changes nothing, while the other number can change', () => {
  const { form, changes } = requestedCreatorChange(paidToBank, {
    bank_account: '•••• 6789',
    bank_routing: '122105155',
  });
  expect(messagesOf(form)).toEqual({});
  expect(changes()).toEqual({
    payment_method: 'bank',
    payout: { ...paidToBank.payout, bank_account: '000123456789', bank_routing: '122105155' },
  });
});

test('[ENT-02] a new payment method needs its own fields, and drops those of the old one', () => {
  const without = requestedCreatorChange(paidToBank, { payment_method: 'venmo' });
  expect(messagesOf(without.form)).toEqual({ venmoName: 'Please fill in all required payment information' });
  const full = requestedCreatorChange(paidToBank, { payment_method: 'venmo', venmo_name: 'carla-pays' });
  expect(messagesOf(full.form)).toEqual({});
  expect(full.changes()).toEqual({ payment_method: 'venmo', payout: { ...payout, venmo_name: 'carla-pays' } });
});

test('changes to where the money goes are told apart from all others', () => {
  const moves = (sent: Record<string, string>) => changesPayout(requestedCreatorChange(paidToBank, sent).changes());
  expect(moves({ bank_account: '000999999999' })).toBe(true);
  expect(moves({ payment_method: 'venmo', venmo_name: 'carla-pays' })).toBe(true);
  expect(moves({ name: 'Carla Klein', phone: '+1 555 010 9999', social_handle: '@klein' })).toBe(false);
});

test('a profile must follow the rules of the sign-up, whatever types its fields have', () => {
  const { form } = requestedCreatorChange(paidToBank, {
    name: 'C',
    phone: null,
    social_handle: 7,
    payment_method: 'cash',
  });
  expect(messagesOf(form)).toMatchObject({
    name: 'Name must be at least 2 characters',
    phone: 'Please enter a valid phone number',
    socialHandle: 'Please enter your social media handle',
    paymentMethod: 'Please select a payment method',
  });
  expect(messagesOf(requestedBrandChange(acme, { brand_url: 'acme', show_on_homepage: 'yes' }).form)).toEqual({
    brandUrl: 'Please enter a valid URL',
    showOnHomepage: 'Please choose whether to show the brand on the home page',
  });
});
