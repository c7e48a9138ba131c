import type { AnyView } from '@tessera/domain/kernel/view';
import { createHash } from 'node:crypto';
import type { PositionKind } from '../log/port.ts';

/**
 * Changes when the stored form of a view does, or what its positions count: then it is folded from the first event.
 * @param layout what an engine makes of the view's indexes: readers rely on them, and not only on the documents
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

/** Long enough to tell the shapes of one view from each other. */
const shapeCharacters = 12;

/**
 * A view in the shape that this release gives it. During an upgrade each shape is folded, asked for and set aside for
 * itself, by the processes that know it.
 */
export const shapedName = (view: AnyView, counts: PositionKind) =>
  `${view.name}@${shapeOf(view, counts).slice(0, shapeCharacters)}`;
