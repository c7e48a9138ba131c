import { Box, chakra } from '@chakra-ui/react';
import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { usePageKeys } from '../commands/keys.ts';
import type { KeyGroup } from '../commands/keys.ts';
import { Skeleton } from '../layout/skeleton.tsx';
import { footroomPx, headroomPx, rowTableStyles, wideFromPx } from './row-table.styles.ts';
import { indexOf, nextControl, useTableBounds, withFocused } from './row-table-navigation.ts';

const rowPx = 113;
const cardPx = 300;
/** Rows rendered beyond the window on each side, so that Tab and fast scrolling find the next ones there. */
const overscanRows = 6;
/** The next page is requested when this many rows are left below the window. */
const nearEndRows = 30;

const keys: KeyGroup = {
  name: 'Table',
  help: [{ keys: ['↑', '↓'], does: 'Go to the same button or link in another row' }],
};

export interface Column {
  readonly title: string;
  /** A grid track, such as `minmax(0, 1fr)`. */
  readonly width: string;
  readonly kind?: 'media' | 'figure' | 'actions';
}

export interface RowEntryProps<Row> {
  readonly row: Row;
  readonly onAct: (row: Row) => void;
}

interface RowTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Renders the cells of one row; a stable component, so that unchanged rows don't re-render. */
  readonly Entry: ComponentType<RowEntryProps<Row>>;
  readonly onAct: (row: Row) => void;
  /** Whether these are all rows. */
  readonly complete: boolean;
  readonly onNearEnd?: () => void;
  /** How many placeholder rows to show for rows that are loading. */
  readonly skeletons?: number;
  readonly busy?: boolean;
}

const HeaderRow = ({ columns }: { columns: readonly Column[] }) => (
  <thead role="rowgroup">
    <tr role="row" aria-rowindex={1}>
      {columns.map(({ title, kind }) => (
        <th key={title} role="columnheader" scope="col" data-numeric={kind === 'figure' ? true : undefined}>
          {kind === 'media' || kind === 'actions' ? <chakra.span srOnly>{title}</chakra.span> : title}
        </th>
      ))}
    </tr>
  </thead>
);

const SkeletonRows = ({ columns, count }: { columns: readonly Column[]; count: number }) => (
  <tbody aria-hidden data-skeletons>
    {Array.from({ length: count }, (_, row) => (
      <tr key={row}>
        {columns.map(({ title, kind }, column) => (
          <td key={title} data-role={kind === 'media' ? 'media' : column === 1 ? 'title' : 'line'}>
            {kind === 'media' ? (
              <Skeleton aspectRatio="4 / 3" borderRadius="media" />
            ) : (
              <>
                <Skeleton h="4" maxW={column === 1 ? '80%' : '96px'} ms={kind === 'figure' ? 'auto' : undefined} />
                {column === 1 && <Skeleton h="3" maxW="40%" mt="2" />}
              </>
            )}
          </td>
        ))}
      </tr>
    ))}
  </tbody>
);

interface TableRowProps<Row> extends RowEntryProps<Row> {
  readonly Entry: ComponentType<RowEntryProps<Row>>;
  readonly index: number;
  /** The height, in pixels, of the rows before this one that are not rendered. */
  readonly gap: number;
  readonly measure: (element: Element | null) => void;
}

const PlainTableRow = <Row,>({ Entry, index, gap, measure, row, onAct }: TableRowProps<Row>) => (
  <tr
    ref={measure}
    role="row"
    aria-rowindex={index + 2}
    data-index={index}
    style={gap > 0 ? { marginTop: gap } : undefined}
  >
    <Entry row={row} onAct={onAct} />
  </tr>
);
const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

/**
 * A table of any length that renders only the rows near the window, and the focused one. In a narrow container each row
 * is a card: picture and title on top, then its `data-label` cells as lines, then its actions. The ARIA roles are
 * explicit, because these `display` styles remove the implicit roles of table elements.
 */
export const RowTable = <Row extends { readonly id: string }>({
  caption,
  columns,
  rows,
  Entry,
  onAct,
  complete,
  onNearEnd,
  skeletons = 0,
  busy = false,
}: RowTableProps<Row>): ReactNode => {
  usePageKeys(keys);
  const { body, top, width } = useTableBounds();
  const [focused, setFocused] = useState<number | null>(null);
  const estimate = width >= wideFromPx ? rowPx : cardPx;
  const virtualizer = useWindowVirtualizer<Element>({
    count: rows.length,
    estimateSize: () => estimate,
    // Without a layout, as in jsdom, nothing has a height.
    measureElement: (element, entry, instance) => measureElement(element, entry, instance) || estimate,
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: top,
    scrollPaddingStart: headroomPx,
    scrollPaddingEnd: footroomPx,
    overscan: overscanRows,
    rangeExtractor: (range) => withFocused(range, focused),
  });
  useEffect(() => virtualizer.measure(), [virtualizer, estimate]);
  const drawn = virtualizer.getVirtualItems();
  const lastDrawn = drawn.at(-1);
  const isNearEnd = !complete && rows.length > 0 && (lastDrawn?.index ?? 0) >= rows.length - nearEndRows;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, rows.length, onNearEnd]);
  return (
    <Box css={rowTableStyles(columns.map(({ width: track }) => track).join(' '))}>
      <chakra.table role="table" aria-rowcount={complete ? rows.length + 1 : -1} aria-busy={busy} aria-label={caption}>
        <HeaderRow columns={columns} />
        <tbody
          ref={body}
          role="rowgroup"
          style={{
            paddingTop: (drawn[0]?.start ?? top) - top,
            paddingBottom: lastDrawn ? virtualizer.getTotalSize() + top - lastDrawn.end : 0,
          }}
          onFocus={({ target }) => setFocused(indexOf(target))}
          onBlur={() => setFocused(null)}
          onKeyDown={(event) => {
            const next = nextControl(event.target, event.key);
            if (!next) return;
            event.preventDefault();
            // The virtualizer scrolls instead of the browser, whose scrolling a row measured at that moment would undo.
            next.focus({ preventScroll: true });
            virtualizer.scrollToIndex(indexOf(next), { align: 'auto' });
          }}
        >
          {drawn.map(({ index, key, start }, place) => {
            const row = rows[index];
            const gap = start - (drawn[place - 1]?.end ?? start);
            return (
              row && (
                <TableRow
                  key={String(key)}
                  row={row}
                  index={index}
                  gap={gap}
                  Entry={Entry}
                  onAct={onAct}
                  measure={virtualizer.measureElement}
                />
              )
            );
          })}
        </tbody>
        {skeletons > 0 && <SkeletonRows columns={columns} count={skeletons} />}
      </chakra.table>
    </Box>
  );
};
