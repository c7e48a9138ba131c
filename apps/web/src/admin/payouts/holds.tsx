import { Box, chakra } from '@chakra-ui/react';
import type { PayoutHoldRow } from '@tessera/contract/money/payout-runs';
import { useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { UtcMinute } from '../../ui/facts/times.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { ListTable } from '../list-table.tsx';
import { LiftDialog } from './hold-dialogs.tsx';
import { addresses, payouts } from './payouts.atoms.ts';
import { Creator, nameOf } from './creator-link.tsx';
import { Heading } from '../../ui/layout/panel.tsx';

const columnsOf = (onLift: (hold: PayoutHoldRow) => void): readonly Column<PayoutHoldRow>[] => [
  {
    head: 'Creator',
    kind: 'name',
    cell: ({ creator_id, creator_name }) => <Creator id={creator_id} name={creator_name} />,
  },
  { head: 'Since', whiteSpace: 'nowrap', cell: ({ since }) => <UtcMinute instant={since} /> },
  {
    head: 'Reason, as the creator reads it',
    label: 'Reason',
    maxW: 'md',
    overflowWrap: 'anywhere',
    cell: ({ reason }) => reason ?? 'Gone with the account',
  },
  {
    head: 'Decision',
    kind: 'action',
    textAlign: { md: 'end' },
    cell: (hold) => (
      <Button
        size="sm"
        variant="secondary"
        aria-label={`Lift hold on payouts to ${nameOf(hold.creator_name)}`}
        onClick={() => onLift(hold)}
      >
        Lift hold
      </Button>
    ),
  },
];

/** Whose payouts wait because the operator says so. */
export const Holds = () => {
  const [lifted, setLifted] = useState<PayoutHoldRow | null>(null);
  const place = useRef<HTMLElement>(null);
  return (
    <chakra.section ref={place} tabIndex={-1} outline="none" aria-labelledby="holds">
      <Heading id="holds">On hold</Heading>
      <Box fontSize="sm" color="ink.muted" mt="1" mb="4" maxW="prose">
        Who is on hold keeps earning, and is paid nothing until you lift it. You put creators on hold from a run’s
        lists.
      </Box>
      <ListTable
        of={payouts}
        path={addresses.holds}
        noun="holds"
        nothing="Nobody’s payouts are on hold."
        label="Creators on hold"
        columns={columnsOf(setLifted)}
        rowKey="creator_id"
      />
      {lifted && <LiftDialog creator={lifted} onClose={() => setLifted(null)} focusWhenDone={() => place.current} />}
    </chakra.section>
  );
};
