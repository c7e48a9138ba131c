import { useAtomValue } from 'jotai';
import { Navigate } from 'react-router-dom';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { RemoveButton, Tile, TileGrid } from '../item-tiles.tsx';
import { removeSavedItem, visitorBoard } from './browser-items.ts';
import { RecentlyViewed } from './recently-viewed.tsx';

const comeBack = { from: paths.brand.boards, userType: 'brand', authType: 'signup' } as const;

/** A visitor's saved items; a brand is redirected to its boards. */
export const SavedPage = () => {
  const items = useAtomValue(visitorBoard.itemsAtom, { store });
  const session = useAtomValue(sessionAtom);
  if (session?.role === 'brand') return <Navigate to={paths.brand.boards} replace />;
  return (
    <Page title="Saved items">
      <PageHeading
        intro="Saved in this browser. Sign in with a brand account to move them to a board."
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
                <RemoveButton
                  label={`Remove ${item.title} from your saved items`}
                  onClick={() => removeSavedItem(item)}
                />
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

export { SavedPage as Component };
