import { Box, Flex, chakra } from '@chakra-ui/react';
import type { OwnReferralCodeRow } from '@tessera/contract/referrals';
import { useAtomValue } from 'jotai';
import { Copy, Ellipsis, QrCode } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyComponent, lazyPart } from '../../kernel/lazy-component.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { OnDemand } from '../../ui/menu/on-demand.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { Day } from '../../ui/facts/times.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { RowsTable, asCards } from '../../ui/table/table.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { copyCode } from './code-actions.ts';
import { codesAtom, loadFailedAtom } from '../referrals.atoms.ts';

// Loaded on demand, because no first view needs them.
const DeleteCodeDialog = lazyComponent(async () => (await import('./delete-code-dialog.tsx')).DeleteCodeDialog);
const CodeMenu = lazyPart(async () => ({ default: (await import('./code-menu.tsx')).CodeMenu }));
const QrDialog = lazyPart(async () => ({ default: (await import('./qr-dialog.tsx')).QrDialog }));

const count = (value: number) => value.toLocaleString('en-US');

interface SelectedAction {
  readonly row: OwnReferralCodeRow;
  readonly action: 'qr' | 'delete';
}

const columnsOf = (onSelect: (selected: SelectedAction) => void): readonly Column<OwnReferralCodeRow>[] => [
  {
    head: 'Code',
    label: null,
    cell: ({ code }) => (
      <chakra.span fontSize="lg" fontWeight="600" letterSpacing="0.08em" fontVariantNumeric="tabular-nums">
        {code}
      </chakra.span>
    ),
  },
  {
    head: 'Description',
    overflowWrap: 'anywhere',
    cell: ({ description }) => (
      <chakra.span color={description ? undefined : 'ink.muted'}>{description ?? 'No description'}</chakra.span>
    ),
  },
  { head: 'Created', whiteSpace: 'nowrap', cell: ({ created_at }) => <Day instant={created_at} /> },
  { head: 'Visits', kind: 'figure', cell: ({ visits }) => count(visits) },
  { head: 'Sign-ups', kind: 'figure', cell: ({ sign_ups }) => count(sign_ups) },
  { head: 'Earned', kind: 'figure', fontWeight: '600', cell: ({ earned_cents }) => <Money cents={earned_cents} /> },
  {
    head: 'Actions',
    kind: 'action',
    css: { [asCards('many')]: { '& button': { w: 'auto!' } } },
    cell: (row) => (
      <Flex gap="2">
        <Button
          variant="secondary"
          size="sm"
          minH={{ base: '11', md: '9' }}
          flex={{ base: '1', md: 'none' }}
          aria-label={`Copy ${row.code}`}
          onClick={() => void copyCode(row.code)}
        >
          <Copy size={16} strokeWidth={1.5} aria-hidden /> Copy
        </Button>
        <Button
          variant="secondary"
          size="icon"
          minH={{ base: '11', md: '9' }}
          aria-label={`QR code for ${row.code}`}
          onClick={() => onSelect({ row, action: 'qr' })}
        >
          <QrCode size={18} strokeWidth={1.5} aria-hidden />
        </Button>
        <OnDemand
          trigger={{
            minH: { base: '11', md: '9' },
            'aria-label': `More for ${row.code}`,
            'aria-haspopup': 'menu',
            children: <Ellipsis size={18} strokeWidth={1.5} aria-hidden />,
          }}
          opened={(trigger) => (
            <CodeMenu code={row.code} trigger={trigger} onDelete={() => onSelect({ row, action: 'delete' })} />
          )}
        />
      </Flex>
    ),
  },
];

const Codes = ({ codes }: { codes: readonly OwnReferralCodeRow[] }) => {
  const [selected, setSelected] = useState<SelectedAction | null>(null);
  const close = () => setSelected(null);
  return (
    <>
      <RowsTable label="Referral codes" columns={columnsOf(setSelected)} rows={codes} rowKey="id" />
      {selected?.action === 'delete' && <DeleteCodeDialog code={selected.row} onClose={close} />}
      {selected?.action === 'qr' && (
        <Suspense>
          <QrDialog code={selected.row.code} onClose={close} />
        </Suspense>
      )}
    </>
  );
};

/** The creator's codes, newest first. */
export const CodeList = () => {
  const codes = useAtomValue(codesAtom);
  const failed = useAtomValue(loadFailedAtom);
  if (!codes && failed)
    return (
      <Box role="alert" color="trouble">
        Error loading referrals
      </Box>
    );
  if (!codes) return <Skeleton h="220px" role="status" aria-label="Loading your codes" />;
  if (codes.length > 0) return <Codes codes={codes} />;
  return <EmptyState sentence="No referral codes yet. Generate one above and share it with a creator you admire." />;
};
