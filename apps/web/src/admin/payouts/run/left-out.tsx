import { Box, chakra } from '@chakra-ui/react';
import type { LeftOutRow, PayoutRunDetails } from '@tessera/contract/money/payout-runs';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Money } from '../../../ui/facts/money.tsx';
import { StatusBadge } from '../../../ui/facts/status-badge.tsx';
import type { Column } from '../../../ui/table/table.tsx';
import { ListTable } from '../../list-table.tsx';
import { HoldDialog, LiftDialog } from '../hold-dialogs.tsx';
import { addresses, payouts } from '../payouts.atoms.ts';
import { CreatorLink, creatorName } from '../creator-link.tsx';
import { Heading } from '../../../ui/layout/panel.tsx';

const columnsOf = (onAsk: (row: LeftOutRow) => void): readonly Column<LeftOutRow>[] => [
  {
    head: 'Creator',
    kind: 'name',
    cell: ({ creator_id, creator_name, on_hold }) => (
      <>
        <CreatorLink name={creator_name} id={creator_id} />
        {on_hold && (
          <Box mt="1">
            <StatusBadge tone="waiting">On hold</StatusBadge>
          </Box>
        )}
      </>
    ),
  },
  {
    head: 'Reason',
    maxW: 'xl',
    cell: ({ title, message }) => (
      <Box textAlign="start">
        <Box fontWeight="500">{title}</Box>
        <Box fontSize="xs" color="ink.muted" overflowWrap="anywhere">
          {message}
        </Box>
      </Box>
    ),
  },
  {
    head: 'Available balance',
    kind: 'figure',
    fontWeight: '500',
    cell: ({ available_cents }) => <Money cents={available_cents} />,
  },
  {
    head: 'Actions',
    kind: 'action',
    cell: (row) => {
      const action = row.on_hold ? 'Lift hold' : 'Hold';
      return (
        <Button
          size="sm"
          variant="secondary"
          aria-label={`${action}: payouts to ${creatorName(row.creator_name)}`}
          onClick={() => onAsk(row)}
        >
          {action}
        </Button>
      );
    },
  },
];

/** Creators with a balance who are left out of the run, each with the reason that they are shown. */
export const LeftOut = ({ run }: { run: PayoutRunDetails }) => {
  const [selected, setSelected] = useState<LeftOutRow | null>(null);
  const place = useRef<HTMLElement>(null);
  const dialog = { onClose: () => setSelected(null), focusWhenDone: () => place.current };
  return (
    <chakra.section ref={place} tabIndex={-1} outline="none" aria-labelledby="left-out">
      <Heading id="left-out">Left out ({run.left_out.toLocaleString('en-US')})</Heading>
      <Box fontSize="sm" color="ink.muted" mt="1" mb="4">
        Each creator sees the reason listed here.
      </Box>
      <ListTable
        of={payouts}
        path={addresses.leftOutOf(run.id)}
        noun="creators left out"
        nothing="No creators were left out."
        label="Creators left out"
        columns={columnsOf(setSelected)}
        rowKey="creator_id"
      />
      {selected &&
        (selected.on_hold ? (
          <LiftDialog creator={selected} {...dialog} />
        ) : (
          <HoldDialog creator={selected} {...dialog} />
        ))}
    </chakra.section>
  );
};
