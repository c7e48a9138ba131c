/** How long an answer may take, and how often a call is made again that was not answered. */
export interface EventStoreDbBounds {
  readonly appendDeadlineMs: number;
  /** A page of a filtered read may make the server look through its whole log. */
  readonly readDeadlineMs: number;
  readonly attemptsMax: number;
  /** No further attempt begins after this time. */
  readonly giveUpAfterMs: number;
  /** Before the second attempt; it doubles from one to the next, up to a second. */
  readonly retryAfterMs: number;
  /** Between two signs of life of a connection, where the address says nothing else. */
  readonly keepAliveMs: number;
  /** Of looking for the leader of a cluster, however many members are silent. */
  readonly discoveryMaxMs: number;
  /** Between two looks at who leads a cluster. */
  readonly leaderCheckMs: number;
}

export const standardBounds: EventStoreDbBounds = {
  appendDeadlineMs: 4_000,
  readDeadlineMs: 20_000,
  attemptsMax: 8,
  giveUpAfterMs: 15_000,
  retryAfterMs: 100,
  keepAliveMs: 500,
  discoveryMaxMs: 5_000,
  leaderCheckMs: 5_000,
};

/** Of a command that ends: it may notice a silent leader late, and the client has nothing to warn of when it starts. */
export const relaxedTiming = { keepAliveMs: 10_000 };

/** A silent node is left 2 s after a sign of life; the client may ask it who leads once more before it asks another. */
export const standardOptions = { keepAliveTimeout: 2_000, gossipTimeout: 1, maxDiscoverAttempts: 3 };
