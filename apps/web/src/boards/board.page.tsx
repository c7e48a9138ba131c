import { chakra } from '@chakra-ui/react';
import type { BoardDetails, BoardItemRow } from '@tessera/contract/boards';
import { useAtomValue } from 'jotai';
import { ArrowLeft, Ellipsis, NotebookPen, Pencil, Share2, ShoppingBag } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { plural } from '../kernel/plural.ts';
import { lazyComponent, lazyPart } from '../kernel/lazy-component.tsx';
import { isUnknown } from '../kernel/reading/queries.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { OnDemand } from '../ui/menu/on-demand.tsx';
import { ConfirmDialog } from '../ui/decision/confirm-dialog.tsx';
import { EmptyState, LoadFailed } from '../ui/layout/empty-state.tsx';
import { Page, PageHeading } from '../ui/layout/page.tsx';
import { addAllToCart } from './add-all-to-cart.ts';
import { deleteBoard, removeItem } from './board-actions.ts';
import { boardAtomOf } from './boards.atoms.ts';
import { BoardTile, LoadingTiles, RemoveButton, TileGrid } from './item-tiles.tsx';

// Loaded on demand: the first view doesn't need what the buttons open.
const BoardMenu = lazyPart(async () => ({ default: (await import('./board-menu.tsx')).BoardMenu }));
const RenameBoardDialog = lazyComponent(async () => (await import('./name-dialogs.tsx')).RenameBoardDialog);
const NoteDialog = lazyComponent(async () => (await import('./note-dialog.tsx')).NoteDialog);
const ShareDialog = lazyComponent(async () => (await import('./share-dialog.tsx')).ShareDialog);

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface BoardItemProps {
  readonly board: BoardDetails;
  readonly row: BoardItemRow;
  readonly onNote: () => void;
}

const BoardItem = ({ board, row, onNote }: BoardItemProps) => {
  const name = row.title || 'the item whose creator has left';
  return (
    <BoardTile
      row={row}
      corner={
        <RemoveButton
          label={`Remove ${name} from this board`}
          onClick={() => void removeItem(board, { id: row.content_id, title: row.title }, row.note)}
        />
      }
    >
      {row.note && (
        <chakra.p fontSize="sm" mt="1.5" whiteSpace="pre-line" overflowWrap="anywhere">
          {row.note}
        </chakra.p>
      )}
      <Button
        variant="ghost"
        size="sm"
        ms="-3.5"
        minH={{ base: '11', md: '9' }}
        color="ink.muted"
        onClick={onNote}
        aria-label={row.note ? `Edit note on ${name}` : `Add a note on ${name}`}
      >
        {row.note ? <Pencil {...icon} /> : <NotebookPen {...icon} />}
        {row.note ? 'Edit note' : 'Add a note'}
      </Button>
    </BoardTile>
  );
};

type BoardDialog = 'rename' | 'delete' | 'share' | null;

const Board = ({ board }: { board: BoardDetails }) => {
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<BoardDialog>(null);
  const [noteItemId, setNoteItemId] = useState<string | null>(null);
  const noteItem = board.items.find(({ content_id }) => content_id === noteItemId);
  const close = () => setOpenDialog(null);
  const remove = async () => {
    await deleteBoard(board.id);
    void navigate(paths.brand.boards, { replace: true });
  };
  const hasForSale = board.items.some(({ content }) => content !== null);
  return (
    <>
      <PageHeading
        intro={`${plural(board.items.length, 'item')}${board.link ? ' · Shared by link' : ''}`}
        actions={
          <>
            {hasForSale && (
              <Button onClick={() => addAllToCart(board.items, () => void navigate(paths.brand.cart))}>
                <ShoppingBag size={18} strokeWidth={1.5} aria-hidden /> Add all to cart
              </Button>
            )}
            <Button variant="secondary" onClick={() => setOpenDialog('share')}>
              <Share2 size={18} strokeWidth={1.5} aria-hidden /> Share
            </Button>
            <OnDemand
              trigger={{
                'aria-label': 'More for this board',
                'aria-haspopup': 'menu',
                children: <Ellipsis size={18} strokeWidth={1.5} aria-hidden />,
              }}
              opened={(trigger) => (
                <BoardMenu
                  trigger={trigger}
                  onRename={() => setOpenDialog('rename')}
                  onDelete={() => setOpenDialog('delete')}
                />
              )}
            />
          </>
        }
      >
        <chakra.span overflowWrap="anywhere">{board.name}</chakra.span>
      </PageHeading>
      {board.items.length > 0 ? (
        <TileGrid label={`Items on ${board.name}`}>
          {board.items.map((row) => (
            <BoardItem key={row.content_id} board={board} row={row} onNote={() => setNoteItemId(row.content_id)} />
          ))}
        </TileGrid>
      ) : (
        <EmptyState
          sentence="Nothing here yet. Press Save on a photo or video to add it to this board."
          action={<ButtonLink to={paths.brand.marketplace}>Browse the marketplace</ButtonLink>}
        />
      )}
      {openDialog === 'share' && <ShareDialog board={board} onClose={close} />}
      {openDialog === 'rename' && <RenameBoardDialog board={board} onClose={close} />}
      {openDialog === 'delete' && (
        <ConfirmDialog
          title={`Delete “${board.name}”?`}
          action="Delete board"
          sending="Deleting…"
          isDestructive
          send={remove}
          done={['Board deleted', board.name]}
          focusWhenDone={() => document.querySelector<HTMLElement>('#content')}
          onClose={close}
        >
          You’ll lose your notes on it{board.link && ', and its link will stop working'}. The items stay in the
          marketplace.
        </ConfirmDialog>
      )}
      {noteItem && <NoteDialog boardId={board.id} row={noteItem} onClose={() => setNoteItemId(null)} />}
    </>
  );
};

/** One board of a brand: its items, notes and link. */
export const BoardPage = () => {
  const { boardId = '' } = useParams();
  const { data, error, refetch } = useAtomValue(useMemo(() => boardAtomOf(boardId), [boardId]));
  const isGone = isUnknown(error);
  const board = data?.id === boardId && !isGone ? data : undefined;
  return (
    <Page title={board?.name ?? 'Board'}>
      <ButtonLink to={paths.brand.boards} variant="ghost" px="2" ms="-2" mb="3" color="ink.muted">
        <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
        Boards
      </ButtonLink>
      {board && <Board key={boardId} board={board} />}
      {!board && !error && <LoadingTiles />}
      {isGone && <EmptyState sentence="There is no such board. It may have been deleted." />}
      {!board && error && !isGone && <LoadFailed what="This board" onTryAgain={() => void refetch()} />}
    </Page>
  );
};

export { BoardPage as Component };
