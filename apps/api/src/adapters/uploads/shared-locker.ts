import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ERRORS, MemoryLocker } from '@tus/server';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import { RedisUnavailable } from '../redis.ts';
import type { Redis } from '../redis.ts';

/** After a node dies, its uploads stay locked for this long. */
const leaseMs = 10_000;
const renewEveryMs = 500;
const retryEveryMs = 100;
/** How long a request for the lock is kept. The holder sees it at its next renewal. */
const requestMs = 2_000;
const waitMaxMs = 30_000;
/** An upload can wait longer for a slow answer than a sign-in can. */
const commandTimeoutMs = 2_000;

/** KEYS lock, request; ARGV token, lease, request's lifetime. Returns 1 if the lock is ours; otherwise requests it. */
const takeScript = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
  redis.call('DEL', KEYS[2])
  return 1
end
redis.call('SET', KEYS[2], '1', 'PX', ARGV[3])
return 0`;
/** KEYS lock, request; ARGV token, lease. Returns 1 if the lock is ours and nobody requests it. */
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
  readonly #localLock: Lock;
  readonly #keys: [lock: string, request: string];
  #renewing: NodeJS.Timeout | undefined;

  constructor(redis: Redis, localLock: Lock, id: string) {
    this.#redis = redis;
    this.#localLock = localLock;
    this.#keys = [`upload:{${id}}:lock`, `upload:{${id}}:wish`];
  }

  async lock(signal: AbortSignal, requestRelease: RequestRelease) {
    await this.#localLock.lock(signal, requestRelease);
    try {
      await this.#lockEverywhere(signal);
    } catch (error) {
      await this.#localLock.unlock();
      throw error;
    }
    this.#renewing = setInterval(() => void this.#renew(requestRelease), renewEveryMs).unref();
  }

  async unlock() {
    clearInterval(this.#renewing);
    await this.#eval('release an upload', releaseScript, this.#keys.slice(0, 1), [this.#token]);
    await this.#localLock.unlock();
  }

  async #lockEverywhere(signal: AbortSignal) {
    const until = performance.now() + waitMaxMs;
    const times = [String(leaseMs), String(requestMs)];
    while ((await this.#eval('lock an upload', takeScript, this.#keys, [this.#token, ...times])) === 0) {
      // The protocol's errors are plain objects.
      // oxlint-disable-next-line typescript/only-throw-error
      if (signal.aborted || performance.now() > until) throw ERRORS.ERR_LOCK_TIMEOUT;
      await delay(retryEveryMs);
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
   * Returns null while Redis is down. The local lock is enough then: two nodes that receive the same upload merely
   * store the same bytes twice.
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

/** Allows one request at a time for each upload, across all nodes: a holder is asked to stop when another wants it. */
export const sharedLocker = (redis: Redis): Locker => {
  const local = new MemoryLocker();
  return { newLock: (id) => new SharedLock(redis, local.newLock(id), id) };
};
