import { Stack } from '@chakra-ui/react';
import type { FailingMail, UndeliveredRow, WaitingKind, WaitingMails } from '@tessera/contract/mails/mail-queue';
import { undelivered } from '@tessera/domain/undelivered';
import { capitalized } from '@tessera/domain/kernel/text';
import { UtcMinute } from '../../ui/facts/times.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { Heading } from '../../ui/layout/panel.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { RowsTable } from '../../ui/table/table.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { ListTable } from '../list-table.tsx';
import { mails, useMailQueue } from './mails.atoms.ts';

const kinds: Readonly<Record<WaitingKind, string>> = {
  requested: 'Links, codes and goodbyes',
  security: 'Safety of accounts',
  payouts: 'Holds on payouts, and alerts to you',
  receipt: 'Receipts',
  reminder: 'Licenses that end',
  refund: 'Refunds',
  money: 'Creators’ money',
  prices: 'Lower prices',
};

const waitingColumns: readonly Column<WaitingMails>[] = [
  { head: 'About', kind: 'name', fontWeight: '500', cell: ({ kind }) => kinds[kind] },
  { head: 'Due', kind: 'figure', cell: ({ count }) => count.toLocaleString('en-US') },
  { head: 'Since', cell: ({ since }) => since && <UtcMinute instant={since} /> },
];

const failingColumns: readonly Column<FailingMail>[] = [
  { head: 'Email', kind: 'name', fontWeight: '500', cell: ({ mail }) => mail },
  { head: 'Why', cell: ({ reason }) => reason },
  { head: 'Last tried', cell: ({ at }) => <UtcMinute instant={at} /> },
];

const undeliveredColumns: readonly Column<UndeliveredRow>[] = [
  { head: 'Email', kind: 'name', fontWeight: '500', cell: ({ mail }) => mail },
  { head: 'Why', cell: ({ reason }) => capitalized(undelivered[reason]) },
  { head: 'Given up', cell: ({ at }) => <UtcMinute instant={at} /> },
];

const Waiting = () => {
  const { data, isError } = useMailQueue();
  if (isError && !data) return <Notice>The emails could not be loaded. Please reload the page.</Notice>;
  if (!data) return <Skeleton h="220px" role="status" aria-label="Loading emails" />;
  const { waiting, outage, failing } = data;
  return (
    <>
      {outage && (
        <Notice title="No email leaves at the moment">
          {outage.reason} Last tried <UtcMinute instant={outage.at} />. Everything waits, and is sent as soon as that is
          fixed.
        </Notice>
      )}
      <Stack as="section" gap="3">
        <Heading>Due</Heading>
        {waiting.length === 0 && <EmptyState sentence="No email waits: all that were due are on their way." />}
        {waiting.length > 0 && (
          <RowsTable label="Emails that are due" columns={waitingColumns} rows={waiting} rowKey="kind" />
        )}
      </Stack>
      {failing.length > 0 && (
        <Stack as="section" gap="3">
          <Heading>Refused for now</Heading>
          <RowsTable label="Emails that are tried again" columns={failingColumns} rows={failing} rowKey="mail" />
        </Stack>
      )}
    </>
  );
};

/** Every email of the product: what is due, what holds it up, and what was given up. */
export const AdminMailsPage = () => (
  <AdminLayout
    title="Emails"
    intro="Emails that are due leave within seconds. One that a mail server refuses for now is tried again for up to a week, then given up."
  >
    <Stack gap="8">
      <Waiting />
      <Stack as="section" gap="3">
        <Heading>Given up</Heading>
        <ListTable<UndeliveredRow>
          of={mails}
          path="/api/admin/mails/undelivered"
          noun="emails"
          nothing="No email has been given up."
          label="Emails that were given up"
          columns={undeliveredColumns}
          rowKey="mail"
        />
      </Stack>
    </Stack>
  </AdminLayout>
);

export { AdminMailsPage as Component };
