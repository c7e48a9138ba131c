import { type PositionKind, positionsOf } from '../log/port.ts';

/** How far a view or a workflow has read the log. */
export interface ConsumerStatus {
  readonly view: string;
  /** A workflow is never replayed. */
  readonly kind: 'view' | 'workflow';
  readonly position: number;
  readonly head: number;
  /** How far it is behind, in positions of the log. */
  readonly lag: number;
  readonly state: 'live' | 'catching-up' | 'replaying';
  /** How many events were set aside because they could not be folded or delivered. */
  readonly parked: number;
}

/** A view or workflow that is further behind than this is reported as catching up. */
const liveLagMaxEvents = 1_000;

/** The status of a view or workflow at a position of the log. */
export const consumerStatus = (
  position: number,
  head: number,
  counts: PositionKind,
  replaying: boolean,
): Pick<ConsumerStatus, 'position' | 'head' | 'lag' | 'state'> => {
  const lag = Math.max(0, head - position);
  const followed = lag > positionsOf(liveLagMaxEvents, counts) ? 'catching-up' : 'live';
  return { position, head, lag, state: replaying ? 'replaying' : followed };
};
