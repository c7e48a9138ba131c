import { randomUUID } from 'node:crypto';
import type { Send } from '../support/worlds/call.ts';
import { crowd } from './siege.ts';
import type { Siege } from './siege.ts';

const forgedAddresses = 200;
const networks = 4;
/** The product's limits per minute: see admin-session.module.ts and limits.ts. */
const adminGuessesPerAddress = 5;
const passwordsPerAddress = 120;

interface Guess {
  readonly path: string;
  readonly from: string;
  readonly email: string;
}

/**
 * Sends guesses, each with a forwarded address of its own; returns how many were checked instead of refused as too
 * many.
 */
const guess = async (send: Send, siege: Siege, guesses: readonly Guess[]): Promise<number> => {
  let taken = 0;
  await crowd(guesses, async ({ path, from, email }) => {
    const body = JSON.stringify({ email, password: 'a guess of mine' });
    const answer = await send('POST', path, { headers: { 'x-forwarded-for': from }, body });
    siege.heard(path, answer);
    if (answer.status !== 429 && answer.status < 500) taken += 1;
  });
  return taken;
};

const adminSignIn = '/api/admin/session';
const passwordSignIn = '/auth/v1/token?grant_type=password';
const guessesFrom = (path: string, count: number, from: (number: number) => string): readonly Guess[] =>
  Array.from({ length: count }, (_unused, number) => ({
    path,
    from: from(number),
    email: `${randomUUID()}@example.com`,
  }));
const anywhere = (number: number) => `198.51.${100 + (number >> 8)}.${number & 255}`;

const expectAtMost = (siege: Siege, what: string, taken: number, most: number) => {
  siege.count(what, taken);
  if (taken > most) siege.problems.push(`${what}: ${taken}, and ${most} are allowed`);
};

/** Without a trusted proxy, nobody's claim about addresses is believed. */
export const forgeAddresses = async (send: Send, siege: Siege, sprayed: number) => {
  const admins = await guess(send, siege, guessesFrom(adminSignIn, forgedAddresses, anywhere));
  expectAtMost(
    siege,
    `guesses taken of ${forgedAddresses} at the admin, addresses forged`,
    admins,
    adminGuessesPerAddress,
  );
  if (sprayed === 0) return;
  const people = await guess(send, siege, guessesFrom(passwordSignIn, sprayed, anywhere));
  expectAtMost(siege, `guesses taken of ${sprayed} at people, addresses forged`, people, passwordsPerAddress);
};

/**
 * A proxy is believed about its own callers, but not about what those claim, and a network's many addresses count as
 * one.
 */
export const spreadBehindProxy = async (send: Send, siege: Siege) => {
  const within = (number: number) =>
    `2001:db8:7:7:${number.toString(16)}:1::${((number * 7919) & 0xffff).toString(16)}`;
  const spread = await guess(send, siege, guessesFrom(adminSignIn, forgedAddresses, within));
  expectAtMost(siege, `guesses taken of ${forgedAddresses} from one IPv6 /64`, spread, adminGuessesPerAddress);
  const said = await guess(
    send,
    siege,
    guessesFrom(adminSignIn, forgedAddresses, (number) => `${anywhere(number)}, 203.0.113.9`),
  );
  expectAtMost(
    siege,
    `guesses taken of ${forgedAddresses} that tell a proxy other addresses`,
    said,
    adminGuessesPerAddress,
  );
  const honest = await guess(
    send,
    siege,
    guessesFrom(adminSignIn, networks, (number) => `2001:db8:7:${8 + number}::1`),
  );
  siege.count(`guesses taken of ${networks} from as many networks`, honest);
  if (honest !== networks) siege.problems.push(`a proxy that is named was believed ${honest} of ${networks} times`);
};
