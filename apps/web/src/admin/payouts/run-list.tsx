import type { PayoutRunRow } from '@tessera/contract/money/payout-runs';
import { formatDay } from '@tessera/domain/days';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { ListTable } from '../list-table.tsx';
import { addresses, payouts } from './payouts.atoms.ts';
import { runStatusBadges } from './labels.ts';

const columns: readonly Column<PayoutRunRow>[] = [
  {
    head: 'Run from',
    kind: 'name',
    fontWeight: '500',
    whiteSpace: 'nowrap',
    cell: ({ id, started_at }) => <TextLink to={paths.admin.payoutRun(id)}>{formatDay(started_at)}</TextLink>,
  },
  {
    head: 'Status',
    cell: ({ status }) => (
      <StatusBadge tone={runStatusBadges[status].tone}>{runStatusBadges[status].title}</StatusBadge>
    ),
  },
  {
    head: 'Pay by (UTC)',
    whiteSpace: 'nowrap',
    cell: ({ pay_by_on }) => pay_by_on && formatDay(pay_by_on),
  },
  { head: 'Left out', kind: 'figure', cell: ({ left_out }) => left_out.toLocaleString('en-US') },
  { head: 'Payouts', kind: 'figure', cell: ({ count }) => count.toLocaleString('en-US') },
  { head: 'Total', kind: 'figure', fontWeight: '500', cell: ({ total_cents }) => <Money cents={total_cents} /> },
];

/** The payout runs, newest first. */
export const RunList = () => (
  <ListTable
    of={payouts}
    path={addresses.runs}
    noun="payout runs"
    nothing="No payout runs yet. Prepare one once something is due."
    label="Payout runs"
    columns={columns}
    rowKey="id"
  />
);
