import { Box, chakra } from '@chakra-ui/react';
import type { BoardRow } from '@tessera/contract/boards';
import { useAtomValue } from 'jotai';
import { Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { lazyComponent } from '../kernel/lazy-component.tsx';
import { plural } from '../kernel/plural.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { EmptyState, LoadFailed } from '../ui/layout/empty-state.tsx';
import { Page, PageHeading } from '../ui/layout/page.tsx';
import { MediaTile, mediaOf } from '../ui/media/media-tile.tsx';
import { createBoard } from './board-actions.ts';
import { ownBoardsAtom } from './boards.atoms.ts';
import { LoadingTiles, TileGrid } from './item-tiles.tsx';
import { RecentlyViewed } from './saving/recently-viewed.tsx';

const NewBoardDialog = lazyComponent(async () => (await import('./name-dialogs.tsx')).NewBoardDialog);

const coverCount = 4;
const coverSizes = '(min-width: 1024px) 148px, (min-width: 768px) 16vw, 25vw';

/** Up to four pictures; missing ones are left blank. */
const Covers = ({ covers }: Pick<BoardRow, 'covers'>) => (
  <Box
    display="grid"
    gridTemplateColumns="1fr 1fr"
    gap="1"
    borderRadius="media"
    overflow="hidden"
    aria-hidden
    css={{ '& > *': { borderRadius: '0 !important' } }}
  >
    {Array.from({ length: coverCount }, (_, place) => {
      const cover = covers[place];
      return cover ? (
        <MediaTile key={cover.id} {...mediaOf(cover)} alt="" sizes={coverSizes} />
      ) : (
        <Box key={place} aspectRatio="4 / 3" bg="sunken" />
      );
    })}
  </Box>
);

const BoardEntry = ({ board }: { board: BoardRow }) => (
  <chakra.li minW="0">
    <Box asChild display="block" borderRadius="media" css={{ '&:hover .name': { textDecoration: 'underline' } }}>
      <Link to={paths.brand.board(board.id)}>
        <Covers covers={board.covers} />
        <Box className="name" mt="2" fontWeight="600" truncate textUnderlineOffset="3px">
          {board.name}
        </Box>
        <Box display="flex" alignItems="center" gap="1.5" fontSize="sm" color="ink.muted">
          {plural(board.content_ids.length, 'item')}
          {board.shared && (
            <>
              <span aria-hidden>·</span>
              <Link2 size={14} strokeWidth={1.5} aria-hidden />
              Shared
            </>
          )}
        </Box>
      </Link>
    </Box>
  </chakra.li>
);

const browse = (
  <ButtonLink to={paths.brand.marketplace} variant="primary">
    Browse the marketplace
  </ButtonLink>
);

/** All boards of a brand. */
export const BoardsPage = () => {
  const { boards, hasFailed, retry } = useAtomValue(ownBoardsAtom);
  const [isNaming, setIsNaming] = useState(false);
  const navigate = useNavigate();
  const create = async (name: string) => void navigate(paths.brand.board(await createBoard(name)));
  return (
    <Page title="Boards">
      <PageHeading
        intro="Collect items you might license, and share a board with colleagues through a link."
        actions={
          <Button variant="secondary" onClick={() => setIsNaming(true)}>
            <Plus size={18} strokeWidth={1.5} aria-hidden /> New board
          </Button>
        }
      >
        Boards
      </PageHeading>
      {boards && boards.length > 0 && (
        <TileGrid label="Boards">
          {boards.map((board) => (
            <BoardEntry key={board.id} board={board} />
          ))}
        </TileGrid>
      )}
      {boards?.length === 0 && (
        <EmptyState sentence="No boards yet. Press Save on any photo or video to start one." action={browse} />
      )}
      {!boards && !hasFailed && <LoadingTiles count={4} />}
      {!boards && hasFailed && <LoadFailed what="Your boards" onTryAgain={retry} />}
      <RecentlyViewed />
      {isNaming && <NewBoardDialog create={create} onClose={() => setIsNaming(false)} />}
    </Page>
  );
};

export { BoardsPage as Component };
