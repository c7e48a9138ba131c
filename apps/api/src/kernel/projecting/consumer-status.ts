import type { ViewRow } from '@tessera/contract/admin';
import { type PositionKind, positionsOf } from '../log/port.ts';

/** Behind by more than this, a view or a workflow is said to be catching up. */
const liveLagMaxEvents = 1_000;

/** How a view or a workflow stands that has reached a position of a log. */
export const consumerStatus = (
  position: number,
  head: number,
  counts: PositionKind,
  replaying: boolean,
): Pick<ViewRow, 'position' | 'head' | 'lag' | 'state'> => {
  const lag = Math.max(0, head - position);
  if (replaying) return { position, head, lag, state: 'replaying' };
  return { position, head, lag, state: lag > positionsOf(liveLagMaxEvents, counts) ? 'catching-up' : 'live' };
};
