import { EventEmitter, once } from 'node:events';
import { MemoryVault } from '../../../../../test/support/doubles/memory-vault.ts';
import { VaultUnavailable } from '../records/port.ts';
import { WorkRegister } from './register.ts';
import { partOf, partsOfSharedWork, registeredShares, unshared } from './shares.ts';

const leaseMs = 200;
const work = 'sending';
const parts = Array.from({ length: partsOfSharedWork }, (_unused, part) => part);

interface Process {
  /** The parts that it is working on. */
  readonly at: Set<number>;
  /** Cuts it off: nobody receives its beats anymore, and it doesn't know. */
  silence(): void;
  stop(): Promise<void>;
}

describe('work that processes share', () => {
  const changes = new EventEmitter().setMaxListeners(0);
  const processes: Process[] = [];
  let vault: MemoryVault;

  const join = (owner: string): Process => {
    const at = new Set<number>();
    const stopping = new AbortController();
    const line = { silent: false };
    const connected = new Proxy(vault, {
      get: (target, name: keyof MemoryVault) =>
        name === 'update' && line.silent
          ? () => Promise.reject(new VaultUnavailable('The vault is away'))
          : target[name].bind(target),
    });
    const register = new WorkRegister({ vault: connected, owner, leaseMs, report: () => undefined });
    const shares = registeredShares(register);
    const running = parts.map((part) =>
      shares.whileOwn(work, part, stopping.signal, async (signal) => {
        at.add(part);
        changes.emit('change');
        if (!signal.aborted) await once(signal, 'abort');
        at.delete(part);
        changes.emit('change');
      }),
    );
    const process = {
      at,
      silence: () => void (line.silent = true),
      stop: async () => {
        stopping.abort();
        await Promise.all(running);
      },
    };
    processes.push(process);
    return process;
  };
  const until = async (holds: () => boolean) => {
    while (!holds()) await once(changes, 'change');
  };
  const half = partsOfSharedWork / 2;
  const isShared = (one: Process, other: Process) => () => one.at.size === half && other.at.size === half;

  beforeEach(() => (vault = new MemoryVault()));
  afterEach(async () => {
    for (const process of processes.splice(0)) await process.stop();
  });

  it('is done entirely by a process that is alone', async () => {
    const alone = join('a');
    await until(() => alone.at.size === partsOfSharedWork);
    await alone.stop();
    expect(alone.at.size).toBe(0);
    expect(vault.dump()).not.toContain('beat');
  });

  it('is divided again when another process joins, and when it leaves', async () => {
    const [first, second] = [join('a'), join('b')];
    await until(isShared(first, second));
    expect(new Set([...first.at, ...second.at])).toEqual(new Set(parts));
    await first.stop();
    await until(() => second.at.size === partsOfSharedWork);
    const third = join('c');
    await until(isShared(second, third));
  });

  it('passes from a silent process to the others', async () => {
    const [first, second] = [join('a'), join('b')];
    await until(isShared(first, second));
    first.silence();
    await until(() => second.at.size === partsOfSharedWork);
  });
});

it('a process that shares its stores with no other does all the work', async () => {
  const stopping = new AbortController();
  const signals: AbortSignal[] = [];
  await unshared.whileOwn(work, 0, stopping.signal, (signal) => Promise.resolve(void signals.push(signal)));
  expect(unshared.parts).toBe(1);
  expect(signals).toEqual([stopping.signal]);
});

it('each key belongs to one part, and keys are spread over all of them', () => {
  const keys = Array.from({ length: 8_000 }, (_unused, number) => `0198f0c2-6a0d-7b22-8c6d-${number}`);
  const counts = parts.map((part) => keys.filter((key) => partOf(key, partsOfSharedWork) === part).length);
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(200);
});
