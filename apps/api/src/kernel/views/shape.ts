import type { AnyView } from '@tessera/domain/kernel/view';
import { createHash } from 'node:crypto';
import type { PositionKind } from '../log/port.ts';

/** Changes when the stored form of a view does, or what its positions count: then it is folded from the first event. */
export const shapeOf = ({ version, indexes }: AnyView, counts: PositionKind) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        version,
        Object.keys(indexes.fields ?? {}),
        indexes.text !== undefined,
        counts,
        ...(indexes.orders ? [indexes.orders] : []),
      ]),
    )
    .digest('hex');
