import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../kernel/clock.ts';
import { OutcomeUnknown } from './port.ts';
import { SandboxGateway } from './sandbox.ts';

const card = (cardNumber: string) => ({ cardholderName: 'Bo Buyer', cardNumber, expiry: '12/40', cvv: '123' });

describe('the sandbox gateway', () => {
  let folder: string;
  let gateway: SandboxGateway;
  let nowMs: number;

  const open = () => new SandboxGateway(join(folder, 'gateway.db'), { ...systemClock, now: () => new Date(nowMs) });
  const charge = (key: string, cardNumber: string) => gateway.charge({ key, amountCents: 25_000 }, card(cardNumber));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-gateway-'));
    nowMs = Date.parse('2026-11-21T10:00:00.000Z');
    gateway = open();
  });
  afterEach(() => {
    gateway.close();
    rmSync(folder, { recursive: true });
  });

  it('charges a key once, and remembers the outcome over a restart', async () => {
    const first = await charge('order:1', '4242424242424242');
    expect(first).toMatchObject({ status: 'approved' });
    expect(await charge('order:1', '4000000000000002')).toEqual(first);
    gateway.close();
    gateway = open();
    expect(await gateway.settle({ key: 'order:1' })).toEqual(first);
  });

  it('declines the card for that, and every number that is no test card', async () => {
    expect(await charge('order:1', '4000000000000002')).toEqual({
      status: 'declined',
      reason: 'The card was declined',
    });
    expect(await charge('order:2', '5555555555554444')).toMatchObject({ status: 'declined' });
  });

  it('loses the answer of one card, and knows the outcome some seconds later', async () => {
    await expect(charge('order:1', '4000000000000119')).rejects.toBeInstanceOf(OutcomeUnknown);
    await expect(gateway.settle({ key: 'order:1' })).rejects.toBeInstanceOf(OutcomeUnknown);
    nowMs += 3_000;
    expect(await gateway.settle({ key: 'order:1' })).toMatchObject({ status: 'approved' });
  });

  it('closes a key that it never saw, so that a late charge can’t follow the answer', async () => {
    expect(await gateway.settle({ key: 'order:1' })).toEqual({
      status: 'declined',
      reason: 'The payment did not reach the bank',
    });
    expect(await charge('order:1', '4242424242424242')).toMatchObject({ status: 'declined' });
  });
});
