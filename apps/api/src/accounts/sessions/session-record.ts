import type { Proof } from '../second-factor/account-factors.ts';

/** A session that isn't refreshed for this long has ended. */
export const idleMaxMs = 30 * 24 * 60 * 60 * 1_000;
/** Tabs and retries may present a token again for this long after its first use was answered. */
const reuseWindowMs = 10_000;
/**
 * The same, after a use whose answer was lost on our side, such as during an election of the vault's servers. auth-js
 * retries for 30 s, and once more after a pause of 60 s.
 */
const unansweredWindowMs = 120_000;
/** How many recent uses are kept. A client that refreshes faster than that can't reuse the oldest ones. */
const recentUsesMax = 20;

/** How a session was opened: with a password, from the link of a password reset, or from that of a confirmation. */
export type SignInMethod = 'password' | 'recovery' | 'otp';

export interface ProvenFactor {
  readonly proof: Proof;
  /** When it was last proven. */
  readonly atMs: number;
}

interface RecentUse {
  readonly generation: number;
  readonly atMs: number;
  /** True until just before the successor is handed out: until then, only this service can have that one. */
  readonly isUnanswered?: boolean;
}

export interface SessionRecord {
  /** The account's id. */
  readonly group: string;
  /** Counts the refresh tokens of this session; only the latest is good. */
  readonly generation: number;
  readonly recentUses: readonly RecentUse[];
  /** Missing in old records, which are all of `password`. */
  readonly method?: SignInMethod;
  readonly startedAtMs: number;
  /** Accurate to a few minutes; missing in old records. */
  readonly lastSeenAtMs?: number;
  /** Missing in old records, and if the account's key is gone. */
  readonly deviceSealed?: string;
  /** When its holder last confirmed to be the owner; missing if that was never requested. */
  readonly confirmedAtMs?: number;
  readonly endsAtMs: number;
  /** Missing if the account had no second factor when the session began. */
  readonly awaitsSecondFactor?: boolean;
  readonly secondFactor?: ProvenFactor | null;
}

/** For old records, derived from the last refresh. */
export const lastSeenOf = ({ lastSeenAtMs, endsAtMs }: SessionRecord) => lastSeenAtMs ?? endsAtMs - idleMaxMs;

/** Counts one more refresh. A client that presents the current token has received it, so all former uses were answered. */
export const rotated = (session: SessionRecord, nowMs: number): SessionRecord => ({
  ...session,
  generation: session.generation + 1,
  recentUses: [
    ...session.recentUses
      .filter(({ atMs }) => nowMs - atMs <= reuseWindowMs)
      .map(({ generation, atMs }) => ({ generation, atMs })),
    { generation: session.generation, atMs: nowMs, isUnanswered: true },
  ].slice(-recentUsesMax),
  lastSeenAtMs: nowMs,
  endsAtMs: nowMs + idleMaxMs,
});

/** Marks the latest use as answered, just before it is. */
export const answered = (session: SessionRecord, nowMs: number): SessionRecord => ({
  ...session,
  recentUses: session.recentUses.map(({ generation, atMs, isUnanswered }) => ({
    generation,
    atMs: isUnanswered ? nowMs : atMs,
  })),
});

export const mayBeReused = (session: SessionRecord, generation: number, nowMs: number) =>
  session.recentUses.some(
    (use) =>
      use.generation === generation && nowMs - use.atMs <= (use.isUnanswered ? unansweredWindowMs : reuseWindowMs),
  );

export const isUnanswered = ({ recentUses }: SessionRecord) => recentUses.at(-1)?.isUnanswered === true;
