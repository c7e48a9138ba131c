import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock } from '../../../../../test/support/worlds/accounts-app.ts';
import { RailSilent } from './port.ts';
import { SandboxRail } from './sandbox.ts';

const dayMs = 86_400_000;
const details = { method: 'venmo', payout: {} as never } as const;

describe('the sandbox rail', () => {
  let folder: string;
  let clock: TestClock;
  let rail: SandboxRail;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-rail-'));
    clock = new TestClock();
    rail = new SandboxRail(join(folder, 'rail.db'), clock);
  });
  afterEach(async () => {
    rail.close();
    await rm(folder, { recursive: true });
  });
  const send = (key: string, amountCents: number) => rail.send({ key, amountCents, details });

  it('[PAY-15] pays a payout once, however often it is sent, even after a restart', async () => {
    expect(await rail.outcome('P1')).toEqual({ status: 'unknown' });
    await send('P1', 12_000);
    const outcome = await rail.outcome('P1');
    expect(outcome).toMatchObject({ status: 'paid', reference: expect.stringMatching(/^sandbox_/) as string });
    await send('P1', 99_001);
    rail.close();
    rail = new SandboxRail(join(folder, 'rail.db'), clock);
    expect(await rail.outcome('P1')).toEqual(outcome);
  });

  it('[PAY-15] fails amounts ending in 01, and returns those ending in 02 three days later', async () => {
    await send('P1', 12_001);
    expect(await rail.outcome('P1')).toEqual({ status: 'failed', reason: 'The bank couldn’t find this account.' });
    const from = clock.now();
    await send('P2', 12_002);
    expect(await rail.outcome('P2')).toMatchObject({ status: 'paid' });
    expect(await rail.returnedSince(from)).toEqual([]);
    clock.pass(3 * dayMs + 1_000);
    expect(await rail.outcome('P2')).toMatchObject({ status: 'returned' });
    const reason = 'The bank returned the payment: the account is closed.';
    expect(await rail.returnedSince(from)).toEqual([{ key: 'P2', reason }]);
    expect(await rail.returnedSince(clock.now())).toEqual([]);
  });

  it('[PAY-15] loses its answer once for amounts ending in 03; asked again by key, the payout is paid', async () => {
    await expect(send('P3', 12_003)).rejects.toThrow(RailSilent);
    expect(await rail.outcome('P3')).toMatchObject({ status: 'paid' });
    await send('P3', 12_003);
  });
});
