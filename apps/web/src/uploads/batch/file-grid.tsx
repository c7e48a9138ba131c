import { Grid } from '@chakra-ui/react';
import { useCallback, useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { BatchFile } from './batch-upload.atoms.ts';
import { commandKey, usePageKeys } from '../../ui/commands/keys.ts';
import type { KeyGroup } from '../../ui/commands/keys.ts';
import { selectOnly, afterKey, toggle, extendTo } from './selection.ts';
import type { Selection } from './selection.ts';
import { FileCard } from './file-card.tsx';
import type { FileActions } from './file-card.tsx';

/** How many cards fit in a row. */
const columnsOf = (grid: HTMLElement) => {
  const tops = Array.from(grid.children, (card) => (card as HTMLElement).offsetTop);
  return Math.max(tops.filter((top) => top === tops[0]).length, 1);
};

const focusFile = (grid: HTMLElement | null, id: string) =>
  grid?.querySelector<HTMLElement>(`[data-file="${CSS.escape(id)}"]`)?.focus();

interface FileGridProps extends Pick<FileActions, 'onRemove' | 'onRetry'> {
  readonly files: readonly BatchFile[];
  readonly running: boolean;
  readonly selection: Selection;
  readonly missing: (file: BatchFile) => string;
  /** Whether clicking a picture deselects the others, as it does with a mouse. */
  readonly replacesSelection: boolean;
  readonly onSelect: (change: (before: Selection) => Selection) => void;
  /** Called when the keyboard asks to edit the selected files. */
  readonly onEdit: () => void;
}

const keys: KeyGroup = {
  name: 'Files in a batch',
  help: [
    { keys: ['←', '↑', '→', '↓'], does: 'Move from file to file' },
    { keys: ['Space'], does: 'Select or deselect a file' },
    { keys: ['Shift', '→'], does: 'Extend the selection' },
    { keys: [commandKey, 'A'], does: 'Select all files' },
    { keys: ['Enter'], does: 'Edit the selected files' },
    { keys: ['Esc'], does: 'Clear the selection' },
  ],
};

/**
 * The files of the batch, each with its picture, title and progress. Arrows move the focus, Space selects, Enter edits,
 * Ctrl+A selects all, and Escape clears the selection.
 */
export const FileGrid = (props: FileGridProps) => {
  const { files, running, selection, missing, replacesSelection, onSelect, onEdit, onRemove, onRetry } = props;
  usePageKeys(keys);
  const grid = useRef<HTMLDivElement>(null);
  const ids = files.map(({ id }) => id);
  const tabStop = selection.current ?? ids[0];
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const isOnThumbnail = event.target instanceof HTMLElement && event.target.dataset.file !== undefined;
    if (!isOnThumbnail || running || !grid.current) return;
    const { key, shiftKey: shift } = event;
    const next = afterKey(
      selection,
      ids,
      { key, command: event.ctrlKey || event.metaKey, shift },
      columnsOf(grid.current),
    );
    if (!next) return;
    event.preventDefault();
    onSelect(() => next);
    if (key === 'Enter') onEdit();
    else if (next.current) focusFile(grid.current, next.current);
  };
  const pick = (id: string, { more, range }: { readonly more: boolean; readonly range: boolean }) => {
    if (running) return;
    onSelect((before) => {
      if (range) return extendTo(before, ids, id);
      const isOnly = before.selected.length === 1 && before.selected[0] === id;
      return more || isOnly || !replacesSelection ? toggle(before, ids, id) : selectOnly(id);
    });
  };
  const latest = useRef(pick);
  useEffect(() => {
    latest.current = pick;
  });
  const onPick = useCallback<FileActions['onPick']>((id, how) => latest.current(id, how), []);
  const onFocusFile = useCallback((id: string) => onSelect((before) => ({ ...before, current: id })), [onSelect]);
  return (
    <Grid
      as="ul"
      ref={grid}
      aria-label="Files in this batch"
      templateColumns="repeat(auto-fill, minmax(148px, 1fr))"
      gap="4"
      onKeyDown={handleKey}
    >
      {files.map((entry) => (
        <FileCard
          key={entry.id}
          entry={entry}
          running={running}
          isSelected={selection.selected.includes(entry.id)}
          isTabStop={entry.id === tabStop}
          missing={missing(entry)}
          onRemove={onRemove}
          onRetry={onRetry}
          onPick={onPick}
          onFocusFile={onFocusFile}
        />
      ))}
    </Grid>
  );
};
