import { useAtomValue } from 'jotai';
import { X } from 'lucide-react';
import { Navigate } from 'react-router-dom';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { toast } from '../../kernel/toast.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { Tile, TileGrid } from '../item-tiles.tsx';
import { visitorBoard } from './browser-items.ts';
import type { TileItem } from './browser-items.ts';
import { RecentlyViewed } from './recently-viewed.tsx';

const comeBack = { from: paths.brand.boards, userType: 'brand', authType: 'signup' } as const;

const remove = (item: TileItem) => {
  visitorBoard.remove([item.id]);
  toast.info('Removed from your saved items', item.title, { label: 'Undo', onSelect: () => visitorBoard.add(item) });
};

/** What a visitor saved; who is signed in as a brand has boards instead. */
export const SavedPage = () => {
  const items = useAtomValue(visitorBoard.itemsAtom, { store });
  const session = useAtomValue(sessionAtom);
  if (session?.role === 'brand') return <Navigate to={paths.brand.boards} replace />;
  return (
    <Page title="Saved items">
      <PageHeading
        intro="Kept in this browser. Sign in with a brand account, and they move onto a board of yours."
        actions={
          items.length > 0 && (
            <ButtonLink to={paths.auth} state={comeBack}>
              Keep them in an account
            </ButtonLink>
          )
        }
      >
        Saved items
      </PageHeading>
      {items.length > 0 ? (
        <TileGrid label="Saved items">
          {items.map((item) => (
            <Tile
              key={item.id}
              item={item}
              corner={
                <Button
                  size="icon"
                  bg="surface"
                  color="ink"
                  borderRadius="full"
                  boxShadow="raised"
                  _hover={{ bg: 'sunken' }}
                  aria-label={`Remove ${item.title} from your saved items`}
                  onClick={() => remove(item)}
                >
                  <X size={18} strokeWidth={1.5} aria-hidden />
                </Button>
              }
            />
          ))}
        </TileGrid>
      ) : (
        <EmptyState
          sentence="Nothing saved yet. Press Save on any photo or video."
          action={<ButtonLink to={paths.marketplace}>Browse the marketplace</ButtonLink>}
        />
      )}
      <RecentlyViewed />
    </Page>
  );
};
