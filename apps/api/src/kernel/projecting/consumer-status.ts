import type { ViewRow } from '@tessera/contract/admin';
import { type PositionKind, positionsOf } from '../log/port.ts';

/** A view or workflow that is further behind than this is reported as catching up. */
const liveLagMaxEvents = 1_000;

/** The status of a view or workflow at a position of the log. */
export const consumerStatus = (
  position: number,
  head: number,
  counts: PositionKind,
  replaying: boolean,
): Pick<ViewRow, 'position' | 'head' | 'lag' | 'state'> => {
  const lag = Math.max(0, head - position);
  const followed = lag > positionsOf(liveLagMaxEvents, counts) ? 'catching-up' : 'live';
  return { position, head, lag, state: replaying ? 'replaying' : followed };
};
