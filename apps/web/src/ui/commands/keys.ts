import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';

interface KeyHelp {
  /** Pressed together. */
  readonly keys: readonly string[];
  readonly does: string;
}

/** The keys of one part of a page, under its name. */
export interface KeyGroup {
  readonly name: string;
  readonly help: readonly KeyHelp[];
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The key that commands are given with, as it stands on the keyboard. */
export const commandKey = isMac ? '⌘' : 'Ctrl';

/** A Mac’s Control key edits text: K with it deletes to the end of the line. */
export const isCommand = ({ metaKey, ctrlKey }: Pick<KeyboardEvent, 'metaKey' | 'ctrlKey'>) =>
  isMac ? metaKey : ctrlKey;

const shownAtom = atom<readonly KeyGroup[]>([]);

/** The keys of what is on the page now; of several tables once. */
export const pageKeysAtom = atom((get): readonly KeyGroup[] => [...new Set(get(shownAtom))]);

/** Names the keys of a part of a page for as long as it stands there; `group` is the same object each time. */
export const usePageKeys = (group: KeyGroup) => {
  const setShown = useSetAtom(shownAtom);
  useEffect(() => {
    setShown((all) => [...all, group]);
    return () => setShown((all) => all.toSpliced(all.lastIndexOf(group), 1));
  }, [group, setShown]);
};
