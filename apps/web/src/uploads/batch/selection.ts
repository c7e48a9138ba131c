/** Which files of a table are chosen, and at which one the keyboard is. */
export interface Selection {
  readonly chosen: readonly string[];
  readonly current: string | null;
}

export const noSelection: Selection = { chosen: [], current: null };

export interface KeyPress {
  readonly key: string;
  /** Ctrl, or the command key of a Mac. */
  readonly command: boolean;
  readonly shift: boolean;
}

/** How far an arrow goes in a table of so many columns. */
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

const inOrder = (ids: readonly string[], chosen: ReadonlySet<string>) => ids.filter((id) => chosen.has(id));

export const toggled = (selection: Selection, ids: readonly string[], id: string): Selection => {
  const { chosen } = selection;
  const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : inOrder(ids, new Set([...chosen, id]));
  return { chosen: next, current: id };
};

export const onlyOne = (id: string): Selection => ({ chosen: [id], current: id });

export const everyOne = (selection: Selection, ids: readonly string[]): Selection => ({ ...selection, chosen: ids });

/** All from where the keyboard is to this one, beside what is chosen already. */
export const upTo = ({ chosen, current }: Selection, ids: readonly string[], id: string): Selection => {
  const [from, to] = [ids.indexOf(current ?? id), ids.indexOf(id)].toSorted((one, other) => one - other);
  return { chosen: inOrder(ids, new Set([...chosen, ...ids.slice(from, (to ?? 0) + 1)])), current: id };
};

/** What a key makes of a selection; null where the key is none of the table's. */
export const pressed = (
  selection: Selection,
  ids: readonly string[],
  { key, command, shift }: KeyPress,
  columns: number,
): Selection | null => {
  const here = Math.max(ids.indexOf(selection.current ?? ''), 0);
  const current = ids[here];
  if (current === undefined) return null;
  if (command) return key.toLowerCase() === 'a' ? everyOne({ ...selection, current }, ids) : null;
  const at = (index: number) => {
    const id = ids[index] ?? current;
    return shift ? upTo({ ...selection, current }, ids, id) : { ...selection, current: id };
  };
  const step = stepOf(key, columns);
  if (step !== null) return at(here + step);
  switch (key) {
    case 'Home':
      return at(0);
    case 'End':
      return at(ids.length - 1);
    case ' ':
      return toggled(selection, ids, current);
    case 'Enter':
      return selection.chosen.includes(current) ? { ...selection, current } : onlyOne(current);
    case 'Escape':
      return selection.chosen.length > 0 ? { chosen: [], current } : null;
    default:
      return null;
  }
};

/** Without what is no longer on the table. */
export const onTable = ({ chosen, current }: Selection, ids: readonly string[]): Selection => ({
  chosen: chosen.filter((id) => ids.includes(id)),
  current: current !== null && ids.includes(current) ? current : null,
});
