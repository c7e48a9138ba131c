import type { AnyView } from '@tessera/domain/kernel/view';
import { createHash } from 'node:crypto';
import type { PositionKind } from '../log/port.ts';

/**
 * A hash that changes when the stored form of a view, or what its positions count, changes: the view is then folded
 * again from the first event.
 * @param layout the engine's own index layout, if readers depend on more than the documents
 */
export const shapeOf = ({ version, indexes }: AnyView, counts: PositionKind, layout?: unknown) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        version,
        Object.keys(indexes.fields ?? {}),
        indexes.text !== undefined,
        counts,
        ...(indexes.orders ? [indexes.orders] : []),
        ...(indexes.words ? [['words', indexes.words.length]] : []),
        ...(layout === undefined ? [] : [layout]),
      ]),
    )
    .digest('hex');

/** Enough characters to distinguish the shapes of one view. */
const shapeCharacters = 12;

/**
 * The name of a view in the shape that this release gives it. During an upgrade each shape is folded, replayed and
 * parked separately, by the processes that know it.
 */
export const shapedName = (view: AnyView, counts: PositionKind) =>
  `${view.name}@${shapeOf(view, counts).slice(0, shapeCharacters)}`;
