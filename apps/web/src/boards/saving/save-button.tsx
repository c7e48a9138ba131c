import { Box } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Bookmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router-dom';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { toast } from '../../kernel/toast.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PictureButton } from '../../ui/media/picture-button.tsx';
import { savedIdsAtom } from '../boards.atoms.ts';
import { removeSavedItem, visitorBoard } from './browser-items.ts';
import type { TileItem } from './browser-items.ts';
import { lazyPart } from '../../kernel/lazy-component.tsx';

const SaveMenu = lazyPart(async () => ({ default: (await import('./save-menu.tsx')).SaveMenu }));

interface SaveButtonProps {
  /** Samples can't be saved: nobody sells them. */
  readonly item: TileItem & { readonly sample?: true };
  readonly look?: Look;
}

/** With its name, or as an icon alone: over a picture, or beside a title. */
type Look = 'named' | 'over' | 'icon';

interface SaveButtonViewProps extends ComponentProps<'button'> {
  readonly title: string;
  readonly saved: boolean;
  readonly look: Look;
}

/**
 * The button's look, whether or not it opens a menu. Over a picture, it is always visible only once the item is saved.
 */
const SaveButtonView = ({ title, saved, look, ...button }: SaveButtonViewProps) => {
  const label = saved ? `Saved: ${title}` : `Save ${title}`;
  const icon = <Bookmark size={16} strokeWidth={1.5} aria-hidden fill={saved ? 'currentColor' : 'none'} />;
  const hint = saved ? 'Saved' : 'Save';
  if (look === 'over')
    return (
      <Box {...(!saved && { 'data-over': 'tools' })}>
        <PictureButton {...button} aria-label={label} title={hint}>
          {icon}
        </PictureButton>
      </Box>
    );
  const color = saved ? 'accent' : 'ink';
  if (look === 'icon')
    return (
      <Button variant="ghost" size="icon" color={color} aria-label={label} title={hint} {...button}>
        {icon}
      </Button>
    );
  return (
    <Button variant="ghost" px="3" color={color} aria-label={label} {...button}>
      {icon}
      {hint}
    </Button>
  );
};

/** Saves in the browser with one press. */
const VisitorSaveButton = ({ item, look }: { item: TileItem; look: Look }) => {
  const navigate = useNavigate();
  const saved = useAtomValue(visitorBoard.itemsAtom, { store }).some(({ id }) => id === item.id);
  const toggle = () => {
    if (saved) return removeSavedItem(item);
    try {
      visitorBoard.add(item);
    } catch {
      toast.error('Could not save the item', 'Your browser couldn’t save it. Free up some space and try again.');
      return;
    }
    const view = { label: 'View saved items', onSelect: () => void navigate(paths.saved) };
    toast.success('Saved in this browser', 'Sign in with a brand account to keep it on a board.', view);
  };
  return <SaveButtonView title={item.title} saved={saved} look={look} onClick={toggle} />;
};

const BrandSaveButton = ({ item, look }: { item: TileItem; look: Look }) => {
  const saved = useAtomValue(savedIdsAtom, { store }).has(item.id);
  const [isMenuWanted, setIsMenuWanted] = useState(false);
  const viewProps = { title: item.title, saved, look, 'aria-haspopup': 'menu' } as const;
  const buttonAlone = <SaveButtonView {...viewProps} onClick={() => setIsMenuWanted(true)} />;
  if (!isMenuWanted) return buttonAlone;
  return (
    <Suspense fallback={buttonAlone}>
      <SaveMenu item={item} trigger={<SaveButtonView {...viewProps} />} />
    </Suspense>
  );
};

/** Saves an item to a board; shown to visitors and brands, on the item's card and page. */
export const SaveButton = ({ item, look = 'named' }: SaveButtonProps) => {
  const session = useAtomValue(sessionAtom, { store });
  if (session === undefined || item.sample) return null;
  if (session === null) return <VisitorSaveButton item={item} look={look} />;
  return session.role === 'brand' && <BrandSaveButton item={item} look={look} />;
};
