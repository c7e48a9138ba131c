import type { BoardChanged } from '@tessera/contract/boards';
import { takenOverBoard } from '@tessera/domain/boards/board';
import type { TakeOverForm } from '@tessera/domain/boards/forms';
import { plural } from '../../kernel/plural.ts';
import { post } from '../../kernel/send.ts';
import { store } from '../../kernel/store.ts';
import { toast } from '../../kernel/toast.tsx';
import { noteChange } from '../boards.atoms.ts';
import { visitorBoard } from './browser-items.ts';

let moving: Promise<void> | null = null;

const move = async () => {
  const ids = store.get(visitorBoard.itemsAtom).map(({ id }) => id);
  if (ids.length === 0) return;
  try {
    const { position } = await post<BoardChanged>('/api/boards/taken-over', {
      content_ids: ids,
    } satisfies TakeOverForm);
    visitorBoard.remove(ids);
    noteChange(position);
    toast.success(`${plural(ids.length, 'saved item')} moved to your account`, `On your board “${takenOverBoard}”.`);
  } catch {
    // They stay in the browser, and the next sign-in or page tries again.
  }
};

/** Moves a visitor's saved items onto a board of the brand that has signed in; at most one move runs per tab. */
export const moveSavedItems = (): Promise<void> => {
  moving ??= move().finally(() => {
    moving = null;
  });
  return moving;
};
