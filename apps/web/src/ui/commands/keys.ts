import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';

interface KeyHelp {
  /** Keys that are pressed together, or alternatives such as two arrows. */
  readonly keys: readonly string[];
  readonly does: string;
}

/** The shortcuts of one part of a page, under its name. */
export interface KeyGroup {
  readonly name: string;
  readonly help: readonly KeyHelp[];
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The modifier key for commands, as it is labeled on the keyboard. */
export const commandKey = isMac ? '⌘' : 'Ctrl';

/** Whether the command key is held. On a Mac that isn’t Control, which edits text: Control-K deletes to the end of the line. */
export const isCommand = ({ metaKey, ctrlKey }: Pick<KeyboardEvent, 'metaKey' | 'ctrlKey'>) =>
  isMac ? metaKey : ctrlKey;

const shownAtom = atom<readonly KeyGroup[]>([]);

/** The shortcuts of everything on the page now, without duplicates if there are several tables. */
export const pageKeysAtom = atom((get): readonly KeyGroup[] => [...new Set(get(shownAtom))]);

/** Lists a group of shortcuts for as long as the component is mounted; `group` must be a stable object. */
export const usePageKeys = (group: KeyGroup) => {
  const setShown = useSetAtom(shownAtom);
  useEffect(() => {
    setShown((all) => [...all, group]);
    return () => setShown((all) => all.toSpliced(all.lastIndexOf(group), 1));
  }, [group, setShown]);
};
