import { daysLater, payoutWindowDays } from '../../ledger.ts';
import { sum } from '../../money.ts';
import type { Cents } from '../../money.ts';

/** Money that is to reach a creator by a day. Days are `yyyy-mm-dd` in UTC. */
export interface Promised {
  /** When it becomes available. */
  readonly on: string;
  /** The last day on which it may reach the creator. */
  readonly by: string;
  readonly cents: Cents;
}

export const promisedCents = (promises: readonly Promised[]): Cents => sum(promises.map(({ cents }) => cents));

const isSame = (one: Promised, other: Promised) => one.on === other.on && one.by === other.by;
const byLastDay = (one: Promised, other: Promised) => (one.by + one.on < other.by + other.on ? -1 : 1);

/** Adds promises; they stay unique by their days, and sorted by the last of them. */
const withPromises = (promises: readonly Promised[], added: readonly Promised[]): readonly Promised[] =>
  added
    .reduce<readonly Promised[]>((all, each) => {
      const before = all.find((other) => isSame(each, other))?.cents ?? 0;
      return [...all.filter((other) => !isSame(each, other)), { ...each, cents: before + each.cents }];
    }, promises)
    .toSorted(byLastDay);

/** Takes up to an amount out of promises, those with the lowest rank first. */
const takenOut = (promises: readonly Promised[], cents: Cents, rank: (promise: Promised) => number) => {
  let rest = cents;
  const taken = promises
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((promise) => {
      const part = Math.min(rest, promise.cents);
      rest -= part;
      return part > 0 ? [{ ...promise, cents: part }] : [];
    });
  const left = promises.flatMap((promise) => {
    const part = promise.cents - promisedCents(taken.filter((each) => isSame(each, promise)));
    return part > 0 ? [{ ...promise, cents: part }] : [];
  });
  return { taken, left };
};

/** What a payout of an amount keeps on a day: of what is available, the most urgent first. */
const keptByPayout = (promises: readonly Promised[], cents: Cents, day: string) =>
  takenOut(promises, cents, ({ on }) => (on <= day ? 0 : 1));

/**
 * What is left after an amount was taken back: first of what became available on that day; without one, of what is
 * available, the least urgent first, so that no last day is forgotten too early.
 */
const afterTakingBack = (
  promises: readonly Promised[],
  cents: Cents,
  { due_on, day }: { readonly due_on: string | null; readonly day: string },
) => {
  const isMeant = ({ on }: Promised) => (due_on === null ? on <= day : on === due_on);
  return takenOut(promises, cents, (promise) => (isMeant(promise) ? 0 : promises.length) - promises.indexOf(promise))
    .left;
};

/** A debt is covered by what would have been paid first: no more is promised than is owed. */
export const coveringDebts = (promises: readonly Promised[], owed: Cents): readonly Promised[] =>
  takenOut(promises, Math.max(0, promisedCents(promises) - Math.max(0, owed)), () => 0).left;

/** The promises that an available amount has to keep, the most urgent first. */
export const promisesOf = (promises: readonly Promised[], available: Cents, day: string): readonly Promised[] =>
  takenOut(
    promises.filter(({ on }) => on <= day),
    Math.max(0, available),
    () => 0,
  ).taken;

/** The promises of an account: of what is pending or available, and of what is in the payout that is open. */
interface Promises {
  readonly promised: readonly Promised[];
  readonly in_payout: readonly Promised[];
}

interface Change {
  /** The kind of the movement's line. */
  readonly kind: string;
  readonly due_on: string | null;
  readonly pay_by_on: string | null;
  /** How it changes what is pending or available. */
  readonly cents: Cents;
}

/** What comes back without a last day of its own is promised from then on as if it had just been received. */
export const promisesAfter = (
  { promised, in_payout }: Promises,
  { kind, due_on, pay_by_on, cents }: Change,
  day: string,
): Promises => {
  if (kind === 'payout') {
    const { taken, left } = keptByPayout(promised, 0 - cents, day);
    return { promised: left, in_payout: taken };
  }
  if (kind === 'payout_failed' || kind === 'payout_canceled')
    return { promised: withPromises(promised, in_payout), in_payout: [] };
  if (cents < 0) return { promised: afterTakingBack(promised, 0 - cents, { due_on, day }), in_payout };
  const by = pay_by_on ?? daysLater(day, payoutWindowDays);
  return { promised: cents === 0 ? promised : withPromises(promised, [{ on: due_on ?? day, by, cents }]), in_payout };
};
