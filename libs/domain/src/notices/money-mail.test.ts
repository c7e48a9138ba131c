import { expect, test } from 'vitest';
import { given } from '../kernel/given.test-kit.ts';
import { moneyMail, moneyMailNotSent, moneyMailSent } from './money-mail.ts';

const mail_id = 'sale.license-1';
const record = (outcome: 'sent' | 'no_address') => ({ kind: 'record', mail_id, outcome }) as const;

test('[PAY-31] the outcome of an email about money is recorded once; a second report changes nothing', () => {
  expect(given(moneyMail).state()).toEqual({ status: 'due' });
  expect(given(moneyMail).when(record('sent'))).toEqual([moneyMailSent.of({ mail_id })]);
  expect(given(moneyMail).when(record('no_address'))).toEqual([moneyMailNotSent.of({ mail_id, reason: 'no_address' })]);
  for (const settled of [moneyMailSent.of({ mail_id }), moneyMailNotSent.of({ mail_id, reason: 'refused' })]) {
    expect(given(moneyMail, [settled]).when(record('sent'))).toEqual([]);
    expect(given(moneyMail, [settled]).when(record('no_address'))).toEqual([]);
  }
});
