import { chakra } from '@chakra-ui/react';
import type { PayoutRunRow } from '@tessera/contract/payout-runs';
import { formatDay } from '@tessera/domain/days';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Money } from '../../ui/facts/money.tsx';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import { Cell, Heads, Table } from '../../ui/table/table.tsx';
import { ListStates } from '../list-states.tsx';
import { Minute } from './rows.tsx';
import type { usePages } from './payouts.atoms.ts';
import { runStandings } from './words.ts';

const columns = ['Run of', 'Status', 'Pays what was due by'];
const figures = ['Left out', 'Payouts', 'Total'];

const Entry = ({ run }: { run: PayoutRunRow }) => {
  const { title, tone } = runStandings[run.status];
  return (
    <tr>
      <Cell as="th" scope="row" fontWeight="500" textAlign="start" whiteSpace="nowrap">
        <chakra.span asChild textDecoration="underline" textUnderlineOffset="3px">
          <Link to={paths.admin.payoutRun(run.id)}>{formatDay(run.started_at)}</Link>
        </chakra.span>
      </Cell>
      <Cell data-label="Status">
        <StatusBadge tone={tone}>{title}</StatusBadge>
      </Cell>
      <Cell data-label="Due by" whiteSpace="nowrap">
        <Minute time={run.due_by} />
      </Cell>
      <Cell data-label="Left out" numeric>
        {run.left_out.toLocaleString('en-US')}
      </Cell>
      <Cell data-label="Payouts" numeric>
        {run.count.toLocaleString('en-US')}
      </Cell>
      <Cell data-label="Total" numeric fontWeight="500">
        <Money cents={run.total_cents} />
      </Cell>
    </tr>
  );
};

/** Newest first. */
export const RunList = ({ list, rows }: ReturnType<typeof usePages<PayoutRunRow>>) => (
  <ListStates
    list={list}
    count={rows?.length}
    noun="payout runs"
    nothing="Nobody has been paid yet. Prepare a run once something is due."
  >
    {rows && (
      <Table label="Payout runs">
        <Heads columns={columns} numeric={figures} />
        {rows.map((run) => (
          <tbody key={run.id}>
            <Entry run={run} />
          </tbody>
        ))}
      </Table>
    )}
  </ListStates>
);
