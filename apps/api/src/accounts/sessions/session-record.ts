import type { Proof } from '../second-factor/account-factors.ts';

/** A session that isn't refreshed for this long has ended. */
export const idleMaxMs = 30 * 24 * 60 * 60 * 1_000;
/** Tabs and retries may present a token again for this long after its first use was answered. */
const reuseWindowMs = 10_000;
/**
 * For this long after a use whose answer was lost here, such as by an election among the vault's servers. auth-js tries
 * for 30 s, and once more after a rest of 60.
 */
const unansweredWindowMs = 120_000;
/** Of the tokens used within the window; a client that refreshes faster is its own misfortune. */
const recentUsesMax = 20;

/** How a session was opened: with a password, from the link of a password reset, or from that of a confirmation. */
export type SignInMethod = 'password' | 'recovery' | 'otp';

export interface SecondFactor {
  readonly proof: Proof;
  /** When it was shown last. */
  readonly atMs: number;
}

interface RecentUse {
  readonly generation: number;
  readonly atMs: number;
  /** Until just before its successor is handed out: nobody but this service can have that one. */
  readonly isUnanswered?: boolean;
}

export interface SessionRecord {
  /** The account's id. */
  readonly group: string;
  /** Counts the refresh tokens of this session; only the latest is good. */
  readonly generation: number;
  readonly recentUses: readonly RecentUse[];
  /** Missing in records from before there were others than `password`. */
  readonly method?: SignInMethod;
  readonly startedAtMs: number;
  /** To within some minutes; missing in records from before it was noted. */
  readonly lastSeenAtMs?: number;
  /** Missing in records from before it was kept, and of who was forgotten. */
  readonly deviceSealed?: string;
  /** When its holder last proved to be the owner; missing where nobody asked. */
  readonly confirmedAtMs?: number;
  readonly endsAtMs: number;
  /** Missing where the account had no second factor when it began. */
  readonly awaitsSecondFactor?: boolean;
  readonly secondFactor?: SecondFactor | null;
}

/** Before it was noted on its own, every refresh told it. */
export const lastSeenOf = ({ lastSeenAtMs, endsAtMs }: SessionRecord) => lastSeenAtMs ?? endsAtMs - idleMaxMs;

/** Whoever presents the current token has been given it: every use before was answered. */
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

/** The latest use, which is about to be answered. */
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
