/** Which files of the batch are selected, and which one has the keyboard focus. */
export interface Selection {
  readonly selected: readonly string[];
  readonly current: string | null;
}

export const noSelection: Selection = { selected: [], current: null };

export interface KeyPress {
  readonly key: string;
  /** Ctrl, or the command key of a Mac. */
  readonly command: boolean;
  readonly shift: boolean;
}

/** How many places an arrow key moves in a grid with this many columns; null for other keys. */
const stepOf = (key: string, columns: number): number | null => {
  switch (key) {
    case 'ArrowLeft':
      return -1;
    case 'ArrowRight':
      return 1;
    case 'ArrowUp':
      return -columns;
    case 'ArrowDown':
      return columns;
    default:
      return null;
  }
};

const inOrder = (ids: readonly string[], selected: ReadonlySet<string>) => ids.filter((id) => selected.has(id));

export const toggle = (selection: Selection, ids: readonly string[], id: string): Selection => {
  const { selected } = selection;
  const next = selected.includes(id)
    ? selected.filter((other) => other !== id)
    : inOrder(ids, new Set([...selected, id]));
  return { selected: next, current: id };
};

export const selectOnly = (id: string): Selection => ({ selected: [id], current: id });

export const selectAll = (selection: Selection, ids: readonly string[]): Selection => ({ ...selection, selected: ids });

/** Adds every file from the focused one to this one to the selection. */
export const extendTo = ({ selected, current }: Selection, ids: readonly string[], id: string): Selection => {
  const [from, to] = [ids.indexOf(current ?? id), ids.indexOf(id)].toSorted((one, other) => one - other);
  return { selected: inOrder(ids, new Set([...selected, ...ids.slice(from, (to ?? 0) + 1)])), current: id };
};

/** The selection after a key press; null if the key does nothing here. */
export const afterKey = (
  selection: Selection,
  ids: readonly string[],
  { key, command, shift }: KeyPress,
  columns: number,
): Selection | null => {
  const here = Math.max(ids.indexOf(selection.current ?? ''), 0);
  const current = ids[here];
  if (current === undefined) return null;
  if (command) return key.toLowerCase() === 'a' ? selectAll({ ...selection, current }, ids) : null;
  const at = (index: number) => {
    const id = ids[index] ?? current;
    return shift ? extendTo({ ...selection, current }, ids, id) : { ...selection, current: id };
  };
  const step = stepOf(key, columns);
  if (step !== null) return at(here + step);
  switch (key) {
    case 'Home':
      return at(0);
    case 'End':
      return at(ids.length - 1);
    case ' ':
      return toggle(selection, ids, current);
    case 'Enter':
      return selection.selected.includes(current) ? { ...selection, current } : selectOnly(current);
    case 'Escape':
      return selection.selected.length > 0 ? { selected: [], current } : null;
    default:
      return null;
  }
};

/** The selection without files that are no longer in the batch. */
export const withoutRemoved = ({ selected, current }: Selection, ids: readonly string[]): Selection => ({
  selected: selected.filter((id) => ids.includes(id)),
  current: current !== null && ids.includes(current) ? current : null,
});
