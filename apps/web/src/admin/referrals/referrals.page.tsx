import { Box, Flex, chakra } from '@chakra-ui/react';
import type { ReviewedReferral } from '@tessera/contract/referrals';
import { sharedIdentifierLabels } from '@tessera/domain/invitation';
import type { DecideReferral, ReferralStatus } from '@tessera/domain/referrals/referral';
import { useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Choice, optionsOf } from '../../ui/controls/choice.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { Day } from '../../ui/facts/times.tsx';
import { EventsLink } from '../events-link.tsx';
import { useFilter } from '../use-filter.ts';
import { AdminLayout } from '../admin-layout.tsx';
import { ListTable } from '../list-table.tsx';
import { ReferralDecision, nameOf } from './decision-dialog.tsx';
import { reviewedReferrals } from './referrals.atoms.ts';

const titles = { pending: 'Held', completed: 'Completed', cancelled: 'Canceled' } as const;

const nothing: Readonly<Record<ReferralStatus, string>> = {
  pending: 'Nothing is held. A referral waits here when both accounts may belong to the same person.',
  completed: 'No referrals have been completed yet.',
  cancelled: 'No referrals have been canceled.',
};

const Person = ({ name, id }: { name: string | null; id: string }) => (
  <EventsLink of={`account-${id}`} name={name ?? 'Deleted account'} />
);

interface Decision {
  readonly referral: ReviewedReferral;
  readonly kind: DecideReferral['kind'];
}

interface DecisionButtonsProps {
  readonly row: ReviewedReferral;
  readonly onDecide: (kind: DecideReferral['kind']) => void;
}

const DecisionButtons = ({ row, onDecide }: DecisionButtonsProps) => {
  const who = nameOf(row.referred_name);
  return (
    <Flex gap="2">
      <Button
        size="sm"
        variant="secondary"
        aria-label={`Approve the referral of ${who}`}
        onClick={() => onDecide('approve')}
      >
        Approve
      </Button>
      <Button
        size="sm"
        variant="secondary"
        aria-label={`Reject the referral of ${who}`}
        onClick={() => onDecide('reject')}
      >
        Reject
      </Button>
    </Flex>
  );
};

const Decided = ({ row }: { row: ReviewedReferral }) => {
  if (!row.decided_at) return <chakra.span color="ink.muted">At sign-up</chakra.span>;
  return (
    <Box>
      <Day instant={row.decided_at} />
      {row.reason && (
        <Box fontSize="xs" color="ink.muted" overflowWrap="anywhere">
          {row.reason}
        </Box>
      )}
    </Box>
  );
};

const columnsOf = (
  status: ReferralStatus,
  onDecide: (decision: Decision) => void,
): readonly Column<ReviewedReferral>[] => [
  {
    head: 'New creator',
    kind: 'name',
    cell: ({ referred_user_id, referred_name }) => <Person id={referred_user_id} name={referred_name} />,
  },
  { head: 'Referred by', cell: ({ referrer_id, referrer_name }) => <Person id={referrer_id} name={referrer_name} /> },
  { head: 'Code', letterSpacing: '0.06em', cell: ({ referral_code }) => referral_code },
  { head: 'Signed up', whiteSpace: 'nowrap', cell: ({ created_at }) => <Day instant={created_at} /> },
  {
    head: 'Shared details',
    cell: ({ held_for }) => (held_for ? `Same ${sharedIdentifierLabels[held_for]}` : 'None'),
  },
  status === 'pending'
    ? {
        head: 'Decision',
        kind: 'action',
        cell: (row) => <DecisionButtons row={row} onDecide={(kind) => onDecide({ referral: row, kind })} />,
      }
    : { head: 'Decided', cell: (row) => <Decided row={row} /> },
];

/** Referrals by status. Those that are held wait for an admin's decision. */
export const AdminReferralsPage = () => {
  const filter = useFilter('status', optionsOf(titles), 'pending');
  const status = filter.value;
  const [decision, setDecision] = useState<Decision | null>(null);
  const place = useRef<HTMLDivElement>(null);
  return (
    <AdminLayout
      title="Referrals"
      intro="A referral is held when both creators have the same email address, phone number or payment details, because they may be the same person. It earns no rewards until you approve it."
    >
      <Box mb="4" maxW="56">
        <Choice label="Status" {...filter} />
      </Box>
      <Box ref={place} tabIndex={-1} outline="none">
        <ListTable
          of={reviewedReferrals}
          path={`/api/admin/referrals?status=${status}`}
          noun="referrals"
          nothing={nothing[status]}
          label={`${titles[status]} referrals`}
          columns={columnsOf(status, setDecision)}
          rowKey="id"
        />
        {decision && (
          <ReferralDecision {...decision} onClose={() => setDecision(null)} focusWhenDone={() => place.current} />
        )}
      </Box>
    </AdminLayout>
  );
};

export { AdminReferralsPage as Component };
