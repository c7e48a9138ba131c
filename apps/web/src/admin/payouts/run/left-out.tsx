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
import { Creator, nameOf } from '../creator-link.tsx';
import { Heading } from '../../../ui/layout/panel.tsx';

const columnsOf = (onAsk: (row: LeftOutRow) => void): readonly Column<LeftOutRow>[] => [
  {
    head: 'Creator',
    kind: 'name',
    cell: ({ creator_id, creator_name, on_hold }) => (
      <>
        <Creator name={creator_name} id={creator_id} />
        {on_hold && (
          <Box mt="1">
            <StatusBadge tone="waiting">On hold</StatusBadge>
          </Box>
        )}
      </>
    ),
  },
  {
    head: 'Why',
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
    head: 'Available then',
    kind: 'figure',
    fontWeight: '500',
    cell: ({ available_cents }) => <Money cents={available_cents} />,
  },
  {
    head: 'What to do',
    kind: 'action',
    textAlign: { md: 'end' },
    cell: (row) => {
      const action = row.on_hold ? 'Lift hold' : 'Hold';
      return (
        <Button
          size="sm"
          variant="secondary"
          aria-label={`${action}: payouts to ${nameOf(row.creator_name)}`}
          onClick={() => onAsk(row)}
        >
          {action}
        </Button>
      );
    },
  },
];

/** Who had a balance and isn't paid by the run, each with the one reason that the creator reads. */
export const LeftOut = ({ run }: { run: PayoutRunDetails }) => {
  const [asked, setAsked] = useState<LeftOutRow | null>(null);
  const place = useRef<HTMLElement>(null);
  const dialog = { onClose: () => setAsked(null), focusWhenDone: () => place.current };
  return (
    <chakra.section ref={place} tabIndex={-1} outline="none" aria-labelledby="left-out">
      <Heading id="left-out">Left out ({run.left_out.toLocaleString('en-US')})</Heading>
      <Box fontSize="sm" color="ink.muted" mt="1" mb="4">
        Each with one reason, in the words that the creator reads.
      </Box>
      <ListTable
        of={payouts}
        path={addresses.leftOutOf(run.id)}
        noun="left-out creators"
        nothing="Nobody was left out."
        label="Who was left out"
        columns={columnsOf(setAsked)}
        rowKey="creator_id"
      />
      {asked &&
        (asked.on_hold ? <LiftDialog creator={asked} {...dialog} /> : <HoldDialog creator={asked} {...dialog} />)}
    </chakra.section>
  );
};
