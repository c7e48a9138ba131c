export interface EventStoreDbBounds {
  readonly appendDeadlineMs: number;
  /** A filtered read may make the server search its whole log for one page. */
  readonly readDeadlineMs: number;
  readonly attemptsMax: number;
  /** No attempt begins after this time. */
  readonly giveUpAfterMs: number;
  /** The pause before the second attempt; it doubles each time, up to a second. */
  readonly retryAfterMs: number;
  /** Between two keepalive signals of a connection, unless the address sets another interval. */
  readonly keepAliveMs: number;
  /** The longest search for a cluster's leader, however many members are silent. */
  readonly discoveryMaxMs: number;
  /** How often to check who leads the cluster. */
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

/**
 * For short-lived commands, which may notice a silent leader late. Also keeps the client from warning of a short keepalive.
 */
export const relaxedTiming = { keepAliveMs: 10_000 };

/**
 * A silent node is abandoned 2 s after a keepalive. The client may ask it for the leader once more before any other.
 */
export const standardOptions = { keepAliveTimeout: 2_000, gossipTimeout: 1, maxDiscoverAttempts: 3 };
