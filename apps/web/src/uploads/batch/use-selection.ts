import { useCallback, useState } from 'react';
import type { BatchFile } from './batch-upload.atoms.ts';
import { noSelection, withoutRemoved, selectOnly } from './selection.ts';
import type { Selection } from './selection.ts';

/** Which files are selected, and whether their editor is open: always on a desktop, only on request on a phone. */
export const useSelection = (files: readonly BatchFile[], isDesktop: boolean) => {
  const [latest, setLatest] = useState(noSelection);
  const [isEditing, setEditing] = useState(false);
  const [focusRequests, setFocusRequests] = useState(0);
  const ids = files.map(({ id }) => id);
  const selection = withoutRemoved(latest, ids);
  const selectedFiles = files.filter(({ id }) => selection.selected.includes(id));
  const select = useCallback((change: (before: Selection) => Selection) => {
    setFocusRequests(0);
    setLatest(change);
  }, []);
  const edit = () => {
    setEditing(true);
    setFocusRequests(focusRequests + 1);
  };
  return {
    selection,
    select,
    /** The files being edited; empty while the editor is closed. */
    files: isDesktop || isEditing ? selectedFiles : [],
    /** Goes up each time the editor should take the focus. */
    focusRequests,
    edit,
    /** Moves the editor on to the next file. */
    next: () => {
      const after = ids[ids.indexOf(selection.selected[0] ?? '') + 1];
      if (selection.selected.length !== 1 || after === undefined) return;
      setLatest(selectOnly(after));
      edit();
    },
    close: useCallback(() => {
      setEditing(false);
      setFocusRequests(0);
      setLatest(({ current }) => ({ selected: [], current }));
    }, []),
  };
};
