import { Grid } from '@chakra-ui/react';
import { useCallback, useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { BatchFile } from './batch-upload.atoms.ts';
import { commandKey, usePageKeys } from '../../ui/commands/keys.ts';
import type { KeyGroup } from '../../ui/commands/keys.ts';
import { onlyOne, pressed, toggled, upTo } from './selection.ts';
import type { Selection } from './selection.ts';
import { TableEntry } from './file-card.tsx';
import type { TableActions } from './file-card.tsx';

/** How many tiles lie beside each other. */
const columnsOf = (table: HTMLElement) => {
  const tops = Array.from(table.children, (tile) => (tile as HTMLElement).offsetTop);
  return Math.max(tops.filter((top) => top === tops[0]).length, 1);
};

const focusTile = (table: HTMLElement | null, id: string) =>
  table?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"]`)?.focus();

interface LightTableProps extends Pick<TableActions, 'onRemove' | 'onRetry'> {
  readonly files: readonly BatchFile[];
  readonly running: boolean;
  readonly selection: Selection;
  readonly missing: (file: BatchFile) => string;
  /** Whether a press on one picture lets go of the others, as with a mouse. */
  readonly picksOne: boolean;
  readonly onSelect: (change: (before: Selection) => Selection) => void;
  /** Asked by the keyboard to write about what is chosen. */
  readonly onEdit: () => void;
}

const keys: KeyGroup = {
  name: 'Chosen files',
  help: [
    { keys: ['←', '↑', '→', '↓'], does: 'Move from file to file' },
    { keys: ['Space'], does: 'Choose a file, or let it go' },
    { keys: ['Shift', '→'], does: 'Choose the next one too' },
    { keys: [commandKey, 'A'], does: 'Choose all files' },
    { keys: ['Enter'], does: 'Edit what is chosen' },
    { keys: ['Esc'], does: 'Let go of what is chosen' },
  ],
};

/**
 * The chosen files with a picture of each, what it is called and how far it has come. Arrows move, Space chooses, Enter
 * edits, Ctrl+A chooses all, and Escape lets go.
 */
export const LightTable = (props: LightTableProps) => {
  const { files, running, selection, missing, picksOne, onSelect, onEdit, onRemove, onRetry } = props;
  usePageKeys(keys);
  const table = useRef<HTMLDivElement>(null);
  const ids = files.map(({ id }) => id);
  const reachable = selection.current ?? ids[0];
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const isOnSlide = event.target instanceof HTMLElement && event.target.dataset.tile !== undefined;
    if (!isOnSlide || running || !table.current) return;
    const { key, shiftKey: shift } = event;
    const next = pressed(
      selection,
      ids,
      { key, command: event.ctrlKey || event.metaKey, shift },
      columnsOf(table.current),
    );
    if (!next) return;
    event.preventDefault();
    onSelect(() => next);
    if (key === 'Enter') onEdit();
    else if (next.current) focusTile(table.current, next.current);
  };
  const pick = (id: string, { more, range }: { readonly more: boolean; readonly range: boolean }) => {
    if (running) return;
    onSelect((before) => {
      if (range) return upTo(before, ids, id);
      const isOnly = before.chosen.length === 1 && before.chosen[0] === id;
      return more || isOnly || !picksOne ? toggled(before, ids, id) : onlyOne(id);
    });
  };
  const latest = useRef(pick);
  useEffect(() => {
    latest.current = pick;
  });
  const onPick = useCallback<TableActions['onPick']>((id, how) => latest.current(id, how), []);
  const onReach = useCallback((id: string) => onSelect((before) => ({ ...before, current: id })), [onSelect]);
  return (
    <Grid
      as="ul"
      ref={table}
      aria-label="Chosen files"
      templateColumns="repeat(auto-fill, minmax(148px, 1fr))"
      gap="4"
      onKeyDown={press}
    >
      {files.map((entry) => (
        <TableEntry
          key={entry.id}
          entry={entry}
          running={running}
          chosen={selection.chosen.includes(entry.id)}
          reachable={entry.id === reachable}
          missing={missing(entry)}
          onRemove={onRemove}
          onRetry={onRetry}
          onPick={onPick}
          onReach={onReach}
        />
      ))}
    </Grid>
  );
};
