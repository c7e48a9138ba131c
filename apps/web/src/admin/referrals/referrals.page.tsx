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
import { ReferralDecision } from './decision-dialog.tsx';
import { reviewed } from './referrals.atoms.ts';
import { nameOf } from './words.ts';

const titles = { pending: 'Held', completed: 'Completed', cancelled: 'Cancelled' } as const;

const nothing: Readonly<Record<ReferralStatus, string>> = {
  pending: 'Nothing is held. A referral waits here when both accounts may be one person’s.',
  completed: 'No referral has been completed yet.',
  cancelled: 'No referral has been canceled.',
};

const Person = ({ name, id }: { name: string | null; id: string }) => (
  <EventsLink of={`account-${id}`} name={name ?? 'Deleted account'} />
);

interface Asked {
  readonly referral: ReviewedReferral;
  readonly kind: DecideReferral['kind'];
}

interface DecideProps {
  readonly row: ReviewedReferral;
  readonly onAsk: (kind: DecideReferral['kind']) => void;
}

const Decide = ({ row, onAsk }: DecideProps) => {
  const who = nameOf(row.referred_name);
  return (
    <Flex gap="2" justify={{ md: 'flex-end' }}>
      <Button
        size="sm"
        variant="secondary"
        aria-label={`Approve the referral of ${who}`}
        onClick={() => onAsk('approve')}
      >
        Approve
      </Button>
      <Button
        size="sm"
        variant="secondary"
        aria-label={`Reject the referral of ${who}`}
        onClick={() => onAsk('reject')}
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

const columnsOf = (status: ReferralStatus, onAsk: (asked: Asked) => void): readonly Column<ReviewedReferral>[] => [
  {
    head: 'New creator',
    kind: 'name',
    cell: ({ referred_user_id, referred_name }) => <Person id={referred_user_id} name={referred_name} />,
  },
  { head: 'Referred by', cell: ({ referrer_id, referrer_name }) => <Person id={referrer_id} name={referrer_name} /> },
  { head: 'Code', letterSpacing: '0.06em', cell: ({ referral_code }) => referral_code },
  { head: 'Signed up', whiteSpace: 'nowrap', cell: ({ created_at }) => <Day instant={created_at} /> },
  {
    head: 'In common',
    cell: ({ held_for }) => (held_for ? `Same ${sharedIdentifierLabels[held_for]}` : 'Nothing'),
  },
  status === 'pending'
    ? {
        head: 'Decision',
        kind: 'action',
        cell: (row) => <Decide row={row} onAsk={(kind) => onAsk({ referral: row, kind })} />,
      }
    : { head: 'Decided', cell: (row) => <Decided row={row} /> },
];

/** Whom creators referred, and what is held until an admin decides about it. */
export const AdminReferralsPage = () => {
  const filter = useFilter('status', optionsOf(titles), 'pending');
  const status = filter.value;
  const [asked, setAsked] = useState<Asked | null>(null);
  const place = useRef<HTMLDivElement>(null);
  return (
    <AdminLayout
      title="Referrals"
      intro="A referral is held when both creators have the same email address, phone number or payment details: they may be one person. It rewards nobody until you approve it."
    >
      <Box mb="4" maxW="56">
        <Choice label="Which referrals" {...filter} />
      </Box>
      <Box ref={place} tabIndex={-1} outline="none">
        <ListTable
          of={reviewed}
          path={`/api/admin/referrals?status=${status}`}
          noun="referrals"
          nothing={nothing[status]}
          label={`${titles[status]} referrals`}
          columns={columnsOf(status, setAsked)}
          rowKey="id"
        />
        {asked && <ReferralDecision {...asked} onClose={() => setAsked(null)} focusWhenDone={() => place.current} />}
      </Box>
    </AdminLayout>
  );
};
