import { Box, chakra } from '@chakra-ui/react';
import type { SharedBoard } from '@tessera/contract/boards';
import { useAtomValue } from 'jotai';
import { ShoppingBag } from 'lucide-react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { plural } from '../kernel/plural.ts';
import { useReading } from '../kernel/reading/use-reading.ts';
import { sessionAtom } from '../kernel/session.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { EmptyState, LoadFailed } from '../ui/layout/empty-state.tsx';
import { Page, PageHeading } from '../ui/layout/page.tsx';
import { addAllToCart } from './add-all-to-cart.ts';
import { BoardTile, LoadingTiles, TileGrid } from './item-tiles.tsx';

/** Adds all items to a brand's cart; a visitor is sent to sign in first, and comes back here. */
const AddAll = ({ board }: { board: SharedBoard }) => {
  const session = useAtomValue(sessionAtom);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  if (!board.items.some(({ content }) => content !== null)) return null;
  if (session?.role === 'brand') {
    return (
      <Button onClick={() => addAllToCart(board.items, () => void navigate(paths.brand.cart))}>
        <ShoppingBag size={18} strokeWidth={1.5} aria-hidden /> Add all to cart
      </Button>
    );
  }
  if (session) return null;
  return (
    <ButtonLink to={paths.auth} state={{ from: pathname, userType: 'brand', authType: 'login' }} variant="secondary">
      Sign in to license these
    </ButtonLink>
  );
};

const Board = ({ board }: { board: SharedBoard }) => (
  <>
    <PageHeading
      intro={`${plural(board.items.length, 'item')} chosen by ${board.brand_name}`}
      actions={<AddAll board={board} />}
    >
      <chakra.span overflowWrap="anywhere">{board.name}</chakra.span>
    </PageHeading>
    {board.items.length === 0 && <EmptyState sentence="Nothing is on this board yet." />}
    {board.items.length > 0 && (
      <TileGrid label={`Items on ${board.name}`}>
        {board.items.map((row) => (
          <BoardTile key={row.content_id} row={row}>
            {row.note && (
              <Box fontSize="sm" mt="1.5" whiteSpace="pre-line" overflowWrap="anywhere">
                {row.note}
              </Box>
            )}
          </BoardTile>
        ))}
      </TileGrid>
    )}
  </>
);

/** A board as anyone with its link sees it. */
export const SharedBoardPage = () => {
  const { token = '' } = useParams();
  const path = `/api/shared-boards/${encodeURIComponent(token)}`;
  const { reading, retry } = useReading<SharedBoard>(path, { of: 'everybody' });
  return (
    <Page title={reading.status === 'known' ? reading.value.name : 'Shared board'}>
      {reading.status === 'known' && <Board board={reading.value} />}
      {reading.status === 'loading' && <LoadingTiles />}
      {reading.status === 'unknown' && (
        <EmptyState
          sentence="This link no longer works. Ask whoever sent it to you for a new one."
          action={
            <ButtonLink to={paths.marketplace} variant="secondary">
              Browse the marketplace
            </ButtonLink>
          }
        />
      )}
      {reading.status === 'failed' && <LoadFailed what="This board" onTryAgain={retry} />}
    </Page>
  );
};

export { SharedBoardPage as Component };
