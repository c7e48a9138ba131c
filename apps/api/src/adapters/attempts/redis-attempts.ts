import { createHash, randomUUID } from 'node:crypto';
import { RedisUnavailable } from '../redis.ts';
import type { Redis } from '../redis.ts';
import { LocalAttempts, windowMs } from './attempts.ts';
import type { Attempts } from './attempts.ts';

/**
 * KEYS attempts; ARGV window in ms, maximum in it, id of this attempt. It uses Redis's clock, because nodes' clocks
 * differ. Attempts from before that clock was set back no longer count. Returns 0, or how many milliseconds to wait.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return math.max(1, oldest[2] + ARGV[1] - now)
end
redis.call('ZADD', KEYS[1], now, ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 0`;

/** Keeps addresses and emails out of Redis. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');

/** Counts the attempts of all nodes; of this node only while Redis is down, because a sign-in never waits for it. */
export class RedisAttempts implements Attempts {
  readonly #redis: Redis;
  readonly #local = new LocalAttempts();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async take(key: string, perMinuteMax: number) {
    const keys = [`attempts:${hashed(key)}`];
    const args = [String(windowMs), String(perMinuteMax), randomUUID()];
    try {
      return Number(
        await this.#redis.run('count an attempt', (client) => client.eval(takeScript, { keys, arguments: args })),
      );
    } catch (error) {
      if (error instanceof RedisUnavailable) return this.#local.take(key, perMinuteMax);
      throw error;
    }
  }
}
