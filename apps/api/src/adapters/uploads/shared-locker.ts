import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ERRORS, MemoryLocker } from '@tus/server';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import { RedisUnavailable } from '../redis.ts';
import type { Redis } from '../redis.ts';

/** A node that dies holds its uploads for this long. */
const leaseMs = 10_000;
const renewEveryMs = 500;
const tryAgainEveryMs = 100;
/** How long a wish to have the lock is remembered: its holder sees it at its next renewal. */
const wishMs = 2_000;
const waitMaxMs = 30_000;
/** An upload can wait for a slow answer longer than a sign-in. */
const commandTimeoutMs = 2_000;

/** KEYS lock, wish; ARGV token, lease, wish's time. Whether it is ours; if not, its holder is asked for it. */
const takeScript = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
  redis.call('DEL', KEYS[2])
  return 1
end
redis.call('SET', KEYS[2], '1', 'PX', ARGV[3])
return 0`;
/** KEYS lock, wish; ARGV token, lease. Whether it is ours and nobody wishes to have it. */
const renewScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1 - redis.call('EXISTS', KEYS[2])`;
/** KEYS lock; ARGV token. */
const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

class SharedLock implements Lock {
  readonly #token = randomUUID();
  readonly #redis: Redis;
  readonly #here: Lock;
  readonly #keys: [lock: string, wish: string];
  #renewing: NodeJS.Timeout | undefined;

  constructor(redis: Redis, here: Lock, id: string) {
    this.#redis = redis;
    this.#here = here;
    this.#keys = [`upload:{${id}}:lock`, `upload:{${id}}:wish`];
  }

  async lock(signal: AbortSignal, requestRelease: RequestRelease) {
    await this.#here.lock(signal, requestRelease);
    try {
      await this.#lockEverywhere(signal);
    } catch (error) {
      await this.#here.unlock();
      throw error;
    }
    this.#renewing = setInterval(() => void this.#renew(requestRelease), renewEveryMs).unref();
  }

  async unlock() {
    clearInterval(this.#renewing);
    await this.#eval('release an upload', releaseScript, this.#keys.slice(0, 1), [this.#token]);
    await this.#here.unlock();
  }

  async #lockEverywhere(signal: AbortSignal) {
    const until = performance.now() + waitMaxMs;
    const times = [String(leaseMs), String(wishMs)];
    while ((await this.#eval('lock an upload', takeScript, this.#keys, [this.#token, ...times])) === 0) {
      // The protocol's errors are plain objects.
      // oxlint-disable-next-line typescript/only-throw-error
      if (signal.aborted || performance.now() > until) throw ERRORS.ERR_LOCK_TIMEOUT;
      await delay(tryAgainEveryMs);
    }
  }

  async #renew(requestRelease: RequestRelease) {
    const mine = await this.#eval('renew the lock of an upload', renewScript, this.#keys, [
      this.#token,
      String(leaseMs),
    ]);
    if (mine === 0) await requestRelease();
  }

  /**
   * Null while Redis is down. The lock of this node is enough then: two nodes that receive the same upload only store
   * the same bytes twice.
   */
  async #eval(what: string, script: string, keys: string[], args: string[]): Promise<unknown> {
    try {
      return await this.#redis.run(what, (client) => client.eval(script, { keys, arguments: args }), commandTimeoutMs);
    } catch (error) {
      if (error instanceof RedisUnavailable) return null;
      throw error;
    }
  }
}

/** One request at a time for each upload, on all nodes: who holds it is asked to stop when another node wants it. */
export const sharedLocker = (redis: Redis): Locker => {
  const here = new MemoryLocker();
  return { newLock: (id) => new SharedLock(redis, here.newLock(id), id) };
};
