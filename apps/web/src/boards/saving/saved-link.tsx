import { useAtomValue } from 'jotai';
import { Bookmark } from 'lucide-react';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { visitorBoard } from './browser-items.ts';

/** A visitor's link to their saved items, if there are any. Signed-in brands have boards in the navigation. */
export const SavedLink = () => {
  const session = useAtomValue(sessionAtom, { store });
  const { length } = useAtomValue(visitorBoard.itemsAtom, { store });
  if (session !== null || length === 0) return null;
  return (
    <ButtonLink to={paths.saved} variant="secondary">
      <Bookmark size={18} strokeWidth={1.5} aria-hidden /> Saved items ({length})
    </ButtonLink>
  );
};
