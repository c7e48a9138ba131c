import { Box, Flex, chakra } from '@chakra-ui/react';
import type { ReviewedReferral, ReviewedReferralPage } from '@tessera/contract/referrals';
import type { InfiniteData } from '@tanstack/query-core';
import { sharedMarkWords } from '@tessera/domain/invitation';
import { referralStatuses } from '@tessera/domain/referrals/referral';
import type { DecideReferral, ReferralStatus } from '@tessera/domain/referrals/referral';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { formatDay, formatExactly } from '../../kernel/dates.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Choice, optionsOf } from '../../ui/controls/choice.tsx';
import { LiveDot } from '../../ui/layout/live-dot.tsx';
import { PageHeading } from '../../ui/layout/page.tsx';
import { Cell, Head, Heads, Table } from '../../ui/table/table.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { ListStates } from '../list-states.tsx';
import { ReferralDecision } from './decision-dialog.tsx';
import { referralListAtoms, watchReferralsAtom } from './referrals.atoms.ts';
import { nameOf } from './words.ts';

const titles = { pending: 'Held', completed: 'Completed', cancelled: 'Cancelled' } as const;

const nothing: Readonly<Record<ReferralStatus, string>> = {
  pending: 'Nothing is held. A referral waits here when both accounts may be one person’s.',
  completed: 'No referral has been completed yet.',
  cancelled: 'No referral has been canceled.',
};

const isStatus = (value: string | null): value is ReferralStatus => referralStatuses.some((status) => status === value);

const Day = ({ time }: { time: string }) => (
  <time dateTime={time} title={formatExactly(time)}>
    {formatDay(time)}
  </time>
);

/** A creator, by name, with the way to what the log has of them. */
const Person = ({ name, id }: { name: string | null; id: string }) => (
  <chakra.span asChild fontWeight="500" overflowWrap="anywhere" textDecoration="underline" textUnderlineOffset="3px">
    <Link to={paths.admin.eventsOf(`account-${id}`)} aria-label={`${name ?? 'Deleted account'}: show the events`}>
      {name ?? 'Deleted account'}
    </Link>
  </chakra.span>
);

interface Asked {
  readonly referral: ReviewedReferral;
  readonly kind: DecideReferral['kind'];
}

interface EntryProps {
  readonly row: ReviewedReferral;
  readonly onAsk: (kind: DecideReferral['kind']) => void;
}

const Decide = ({ row, onAsk }: EntryProps) => {
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
      <Day time={row.decided_at} />
      {row.reason && (
        <Box fontSize="xs" color="ink.muted" overflowWrap="anywhere">
          {row.reason}
        </Box>
      )}
    </Box>
  );
};

const Entry = ({ row, onAsk }: EntryProps) => (
  <tr>
    <Cell as="th" scope="row" fontWeight="400" textAlign="start">
      <Person name={row.referred_name} id={row.referred_user_id} />
    </Cell>
    <Cell data-label="Referred by">
      <Person name={row.referrer_name} id={row.referrer_id} />
    </Cell>
    <Cell data-label="Code" letterSpacing="0.06em">
      {row.referral_code}
    </Cell>
    <Cell data-label="Signed up" whiteSpace="nowrap">
      <Day time={row.created_at} />
    </Cell>
    <Cell data-label="In common">{row.held_for ? `Same ${sharedMarkWords[row.held_for]}` : 'Nothing'}</Cell>
    {row.status === 'pending' ? (
      <Cell data-part="action">
        <Decide row={row} onAsk={onAsk} />
      </Cell>
    ) : (
      <Cell data-label="Decided">
        <Decided row={row} />
      </Cell>
    )}
  </tr>
);

const columns = ['New creator', 'Referred by', 'Code', 'Signed up', 'In common'];

interface TableProps {
  readonly status: ReferralStatus;
  readonly rows: readonly ReviewedReferral[];
  readonly onAsk: (asked: Asked) => void;
}

const ReferralTable = ({ status, rows, onAsk }: TableProps) => (
  <Table label={`${titles[status]} referrals`}>
    <Heads columns={columns}>
      <Head scope="col">{status === 'pending' ? <chakra.span srOnly>Decision</chakra.span> : 'Decided'}</Head>
    </Heads>
    {rows.map((row) => (
      <tbody key={row.id}>
        <Entry row={row} onAsk={(kind) => onAsk({ referral: row, kind })} />
      </tbody>
    ))}
  </Table>
);

const Referrals = ({ status }: { status: ReferralStatus }) => {
  const list = useAtomValue(referralListAtoms[status]);
  useAtomValue(watchReferralsAtom);
  const [asked, setAsked] = useState<Asked | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const rows = (list.data as InfiniteData<ReviewedReferralPage> | undefined)?.pages.flatMap(({ items }) => items);
  return (
    <Box ref={place} tabIndex={-1} outline="none">
      <ListStates list={list} count={rows?.length} noun="referrals" nothing={nothing[status]}>
        {rows && <ReferralTable status={status} rows={rows} onAsk={setAsked} />}
      </ListStates>
      {asked && <ReferralDecision {...asked} onClose={() => setAsked(null)} placeWhenDone={() => place.current} />}
    </Box>
  );
};

/** Whom creators referred, and what is held until an admin decides about it. */
export const AdminReferralsPage = () => {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('status');
  const status = isStatus(asked) ? asked : 'pending';
  return (
    <AdminLayout title="Referrals">
      <PageHeading
        intro={
          <Flex direction="column" gap="2">
            A referral is held when both creators have the same email address, phone number or payment details: they may
            be one person. It rewards nobody until you approve it.
            <LiveDot />
          </Flex>
        }
      >
        Referrals
      </PageHeading>
      <Box mb="4" maxW="56">
        <Choice
          label="Which referrals"
          value={status}
          options={optionsOf(titles)}
          onChange={(value) => setSearch(value === 'pending' ? {} : { status: value }, { replace: true })}
        />
      </Box>
      <Referrals key={status} status={status} />
    </AdminLayout>
  );
};
