import { Box, chakra } from '@chakra-ui/react';
import type { PayoutHoldRow } from '@tessera/contract/money/payout-runs';
import { useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { UtcMinute } from '../../ui/facts/times.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { ListTable } from '../list-table.tsx';
import { LiftDialog } from './hold-dialogs.tsx';
import { addresses, payouts } from './payouts.atoms.ts';
import { CreatorLink, creatorName } from './creator-link.tsx';
import { Heading } from '../../ui/layout/panel.tsx';

const columnsOf = (onLift: (hold: PayoutHoldRow) => void): readonly Column<PayoutHoldRow>[] => [
  {
    head: 'Creator',
    kind: 'name',
    cell: ({ creator_id, creator_name }) => <CreatorLink id={creator_id} name={creator_name} />,
  },
  { head: 'Since', whiteSpace: 'nowrap', cell: ({ since }) => <UtcMinute instant={since} /> },
  {
    head: 'Reason shown to the creator',
    label: 'Reason',
    maxW: 'md',
    overflowWrap: 'anywhere',
    cell: ({ reason }) => reason ?? 'Deleted with the account',
  },
  {
    head: 'Decision',
    kind: 'action',
    cell: (hold) => (
      <Button
        size="sm"
        variant="secondary"
        aria-label={`Lift hold on payouts to ${creatorName(hold.creator_name)}`}
        onClick={() => onLift(hold)}
      >
        Lift hold
      </Button>
    ),
  },
];

/** Creators whose payouts the operator has put on hold. */
export const Holds = () => {
  const [lifted, setLifted] = useState<PayoutHoldRow | null>(null);
  const place = useRef<HTMLElement>(null);
  return (
    <chakra.section ref={place} tabIndex={-1} outline="none" aria-labelledby="holds">
      <Heading id="holds">On hold</Heading>
      <Box fontSize="sm" color="ink.muted" mt="1" mb="4" maxW="prose">
        Creators on hold keep earning, but aren’t paid until you lift the hold. You can put a creator on hold from the
        lists in a payout run.
      </Box>
      <ListTable
        of={payouts}
        path={addresses.holds}
        noun="holds"
        nothing="No creators are on hold."
        label="Creators on hold"
        columns={columnsOf(setLifted)}
        rowKey="creator_id"
      />
      {lifted && <LiftDialog creator={lifted} onClose={() => setLifted(null)} focusWhenDone={() => place.current} />}
    </chakra.section>
  );
};
