import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../../../../test/support/until.ts';
import { MemoryVault } from '../../../../../test/support/doubles/memory-vault.ts';
import { registeredLeases, type Tenure } from './lease.ts';
import { WorkRegister } from './register.ts';
import { VaultUnavailable } from '../records/port.ts';

const leaseMs = 200;

/** A vault that can be cut off for one process. */
class CutVault extends MemoryVault {
  readonly #vault: MemoryVault;
  away = false;
  /** Writes never get an answer. */
  hangs = false;
  /** How many reads were answered. */
  reads = 0;

  constructor(vault: MemoryVault) {
    super();
    this.#vault = vault;
  }

  override update<Value>(collection: string, key: string, change: (value: Value | undefined) => Value | undefined) {
    if (this.hangs) return new Promise<Value | undefined>(() => undefined);
    if (this.away) return Promise.reject(new VaultUnavailable('The vault is away'));
    this.reads += 1;
    return this.#vault.update(collection, key, change);
  }
}

interface Process {
  readonly vault: CutVault;
  /** Resolves with the next tenure that begins. */
  next(): Promise<Tenure>;
  stop(): Promise<void>;
}

const ended = (signal: AbortSignal) => (signal.aborted ? Promise.resolve() : once(signal, 'abort'));

describe('a lease', () => {
  const shared = new MemoryVault();
  const processes: Process[] = [];
  const holders: Tenure[] = [];
  let name = 0;

  const leasesOf = (vault: MemoryVault, owner: string, report: (error: unknown) => void = () => undefined) =>
    registeredLeases(new WorkRegister({ vault, owner: `${owner} ${name}`, leaseMs, report }), report);

  /** Competes for this test's lease, and holds it until it is lost. */
  const join = (owner: string): Process => {
    const vault = new CutVault(shared);
    const stopping = new AbortController();
    const waiting: ((tenure: Tenure) => void)[] = [];
    const kept = leasesOf(vault, owner).keep(`lease ${name}`, stopping.signal, async (tenure) => {
      holders.push(tenure);
      waiting.shift()?.(tenure);
      await ended(tenure.signal);
    });
    const process = {
      vault,
      next: () => new Promise<Tenure>((resolve) => waiting.push(resolve)),
      stop: async () => {
        stopping.abort();
        await kept;
      },
    };
    processes.push(process);
    return process;
  };

  beforeEach(() => (name += 1));
  afterEach(async () => {
    for (const process of processes.splice(0)) {
      process.vault.away = false;
      await process.stop();
    }
    holders.splice(0);
  });

  it('is held by only one of those that compete for it', async () => {
    const first = await Promise.race(['a', 'b', 'c'].map((owner) => join(owner).next()));
    expect(holders).toEqual([first]);
    expect(first.token).toBeGreaterThan(0);
  });

  it('passes on immediately when its holder leaves, with a higher token', async () => {
    const leaving = join('a');
    const first = await leaving.next();
    const staying = join('b');
    const next = staying.next();
    await leaving.stop();
    expect(first.signal.aborted).toBe(true);
    const readsBefore = staying.vault.reads;
    const second = await next;
    // It doesn't wait until the other counts as silent: its very next read says that the lease is free.
    expect(second.isTakeover).toBe(false);
    expect(staying.vault.reads - readsBefore).toBeLessThanOrEqual(1);
    expect(second.token).toBeGreaterThan(first.token);
  });

  it('is given up by a holder that can’t show that it is alive, before another takes over', async () => {
    const cut = join('a');
    const first = await cut.next();
    const other = join('b').next();
    cut.vault.away = true;
    const second = await other;
    expect(first.signal.aborted).toBe(true);
    expect(second.token).toBeGreaterThan(first.token);
  });

  it('[PROD-12] is not lost while nobody can read the vault, and returns to whoever had it', async () => {
    const holder = join('a');
    const first = await holder.next();
    const watching = join('b');
    await until('the watcher has seen the holder', () => Promise.resolve(watching.vault.reads > 1));
    for (const { vault } of [holder, watching]) vault.away = true;
    await ended(first.signal);
    // More than a whole lease time after the last beat.
    await delay(leaseMs);
    const again = Promise.race([holder.next(), watching.next()]);
    const readsBefore = watching.vault.reads;
    watching.vault.away = false;
    await until('the watcher reads again', () => Promise.resolve(watching.vault.reads > readsBefore + 1));
    holder.vault.away = false;
    const next = await again;
    expect(next.isTakeover).toBe(false);
    expect(next.token).toBeGreaterThan(first.token);
    expect(holders.at(-1)?.signal.aborted).toBe(false);
  });

  it('[PROD-12] is given up by a holder whose heartbeat hangs, before another takes over, and shutting down does not wait for it', async () => {
    const hanging = join('a');
    const first = await hanging.next();
    const other = join('b').next();
    hanging.vault.hangs = true;
    const next = await other;
    expect(first.signal.aborted).toBe(true);
    expect(next.isTakeover).toBe(true);
    expect(next.token).toBeGreaterThan(first.token);
    await hanging.stop();
  });

  it('[PROD-12] is not held by a process that was suspended too long, even before any of its timers fire', async () => {
    const tenure = await join('a').next();
    expect(tenure.isHeld()).toBe(true);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, leaseMs);
    expect(tenure.signal.aborted).toBe(false);
    expect(tenure.isHeld()).toBe(false);
  });

  it('[PROD-19] has a higher token than one that a restore erased', async () => {
    const first = join('a');
    const { token } = await first.next();
    await first.stop();
    await shared.delete('leases', 'register');
    // A restore takes longer than a millisecond, the unit of tokens.
    await until('the token’s time is over', () => Promise.resolve(Date.now() > token));
    expect((await join('b').next()).token).toBeGreaterThan(token);
  });

  it('is not taken from a holder that lives, however long its work takes', async () => {
    const holder = join('a');
    const held = await holder.next();
    join('b');
    const renewals: number[] = [];
    const update = holder.vault.update.bind(holder.vault);
    await new Promise<void>((resolve) => {
      holder.vault.update = (...parameters) => {
        renewals.push(performance.now());
        if (renewals.length === 15) resolve();
        return update(...parameters);
      };
    });
    expect(held.signal.aborted).toBe(false);
    expect(holders).toHaveLength(1);
  });

  it('is competed for again if the work under it failed', async () => {
    const failures: string[] = [];
    const stopping = new AbortController();
    await leasesOf(shared, 'a', (error) => void failures.push(String(error))).keep('failing', stopping.signal, () => {
      if (failures.length > 0) {
        stopping.abort();
        return Promise.resolve();
      }
      return Promise.reject(new Error('The first try fails'));
    });
    expect(failures).toEqual(['Error: The first try fails']);
  });
});
