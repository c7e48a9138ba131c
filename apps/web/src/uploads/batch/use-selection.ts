import { useCallback, useState } from 'react';
import type { BatchFile } from './batch-upload.atoms.ts';
import { noSelection, onTable, onlyOne } from './selection.ts';
import type { Selection } from './selection.ts';

/** What is chosen on the table, and whether its panel is open: beside the table always, over it only when asked for. */
export const useSelection = (files: readonly BatchFile[], isDesk: boolean) => {
  const [held, setHeld] = useState(noSelection);
  const [isEditing, setEditing] = useState(false);
  const [focusRound, setFocusRound] = useState(0);
  const ids = files.map(({ id }) => id);
  const selection = onTable(held, ids);
  const chosen = files.filter(({ id }) => selection.chosen.includes(id));
  const select = useCallback((change: (before: Selection) => Selection) => {
    setFocusRound(0);
    setHeld(change);
  }, []);
  const edit = () => {
    setEditing(true);
    setFocusRound(focusRound + 1);
  };
  return {
    selection,
    select,
    /** What the panel is about; empty while it is closed. */
    files: isDesk || isEditing ? chosen : [],
    focusRound,
    edit,
    /** From one file to the one after it. */
    next: () => {
      const after = ids[ids.indexOf(selection.chosen[0] ?? '') + 1];
      if (selection.chosen.length !== 1 || after === undefined) return;
      setHeld(onlyOne(after));
      edit();
    },
    close: useCallback(() => {
      setEditing(false);
      setFocusRound(0);
      setHeld(({ current }) => ({ chosen: [], current }));
    }, []),
  };
};
