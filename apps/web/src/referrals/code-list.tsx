import { Box, Flex, chakra } from '@chakra-ui/react';
import type { ReferralCodeRow } from '@tessera/contract/referrals';
import { useAtomValue } from 'jotai';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { formatDay, formatExactly } from '../kernel/dates.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { Cell, Head, Table } from '../ui/table/table.tsx';
import { copyCode } from './code-actions.ts';
import { CodeMenu } from './code-menu.tsx';
import { DeleteCodeDialog } from './delete-code-dialog.tsx';
import { codesAtom, couldNotReadAtom } from './referrals.atoms.ts';

const CodeEntry = ({ row, onDelete }: { row: ReferralCodeRow; onDelete: () => void }) => (
  <tr>
    <Cell>
      <chakra.span fontSize="lg" fontWeight="600" letterSpacing="0.08em" fontVariantNumeric="tabular-nums">
        {row.code}
      </chakra.span>
    </Cell>
    <Cell data-label="Description" color={row.description ? undefined : 'ink.muted'} overflowWrap="anywhere">
      <chakra.span textAlign={{ base: 'end', md: 'start' }}>{row.description ?? 'No description'}</chakra.span>
    </Cell>
    <Cell data-label="Created" whiteSpace="nowrap">
      <time dateTime={row.created_at} title={formatExactly(row.created_at)}>
        {formatDay(row.created_at)}
      </time>
    </Cell>
    <Cell data-part="more" css={{ mdDown: { '& button': { w: 'auto!' } } }}>
      <Flex gap="2" justify={{ base: 'space-between', md: 'flex-end' }}>
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
        <CodeMenu code={row.code} onDelete={onDelete} />
      </Flex>
    </Cell>
  </tr>
);

const Codes = ({ codes }: { codes: readonly ReferralCodeRow[] }) => {
  const [leaving, setLeaving] = useState<ReferralCodeRow | null>(null);
  return (
    <>
      <Table label="Referral codes">
        <thead>
          <tr>
            <Head scope="col">Code</Head>
            <Head scope="col">Description</Head>
            <Head scope="col">Created</Head>
            <Head scope="col">
              <chakra.span srOnly>Actions</chakra.span>
            </Head>
          </tr>
        </thead>
        {codes.map((row) => (
          <tbody key={row.id}>
            <CodeEntry row={row} onDelete={() => setLeaving(row)} />
          </tbody>
        ))}
      </Table>
      {leaving && <DeleteCodeDialog code={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
};

/** The creator's codes, newest first. */
export const CodeList = () => {
  const codes = useAtomValue(codesAtom);
  const failed = useAtomValue(couldNotReadAtom);
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
