import { Box, Flex, chakra } from '@chakra-ui/react';
import type { PayoutRunDetails, RunPayout } from '@tessera/contract/money/payout-runs';
import { formatDay } from '@tessera/domain/days';
import { formatUsd } from '@tessera/domain/money';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import { payoutStatusTitles } from '@tessera/domain/payouts/titles';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Choice } from '../../../ui/controls/choice.tsx';
import { Money } from '../../../ui/facts/money.tsx';
import { StatusBadge } from '../../../ui/facts/status-badge.tsx';
import { UtcMinute } from '../../../ui/facts/times.tsx';
import type { Column } from '../../../ui/table/table.tsx';
import { useFilter } from '../../use-filter.ts';
import { ListTable } from '../../list-table.tsx';
import { HoldDialog } from '../hold-dialogs.tsx';
import { addresses, payouts } from '../payouts.atoms.ts';
import { CreatorLink, creatorName } from '../creator-link.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import type { Outcome } from './settle-dialog.tsx';
import { payoutTones } from '../labels.ts';
import { Heading } from '../../../ui/layout/panel.tsx';

type PayoutAction = Outcome | 'hold';

const actionLabels = {
  canceled: 'Cancel',
  paid: 'Mark paid',
  failed: 'Mark failed',
  returned: 'Mark returned',
  hold: 'Hold',
} as const satisfies Readonly<Record<PayoutAction, string>>;

const actionsByStatus: Readonly<Record<PayoutStatus, readonly PayoutAction[]>> = {
  prepared: ['canceled', 'hold'],
  sent: ['paid', 'failed'],
  paid: ['returned'],
  failed: ['hold'],
  canceled: ['hold'],
  returned: ['hold'],
};

/** Outcomes that are not recorded by hand if a service makes the payouts. */
const manualOnly: readonly PayoutAction[] = ['paid', 'failed', 'returned'];

interface PayoutActionsProps {
  readonly payout: RunPayout;
  readonly isAutomatic: boolean;
  readonly onAction: (action: PayoutAction) => void;
}

const PayoutActions = ({ payout, isAutomatic, onAction }: PayoutActionsProps) => {
  const name = `payout of ${formatUsd(payout.amount_cents)} to ${creatorName(payout.creator_name)}`;
  const actions = actionsByStatus[payout.status].filter(
    (action) => !(isAutomatic && manualOnly.includes(action)) && !(action === 'hold' && payout.on_hold),
  );
  return (
    <Flex gap="2">
      {actions.map((action) => (
        <Button
          key={action}
          size="sm"
          variant="secondary"
          aria-label={`${actionLabels[action]}: ${name}`}
          onClick={() => onAction(action)}
        >
          {actionLabels[action]}
        </Button>
      ))}
    </Flex>
  );
};

/** A hold says nothing about money that was sent before it. */
const holdLabel = ({ status }: RunPayout) =>
  status === 'sent' || status === 'paid' ? 'Later payouts on hold' : 'On hold';

const StatusCell = ({ payout }: { payout: RunPayout }) => {
  const time = payout.times[payout.status];
  const details = payout.reason ?? (payout.reference && `Reference ${payout.reference}`);
  return (
    <Box>
      <Flex display="inline-flex" gap="2" wrap="wrap">
        <StatusBadge tone={payoutTones[payout.status]}>{payoutStatusTitles[payout.status]}</StatusBadge>
        {payout.on_hold && <StatusBadge tone="waiting">{holdLabel(payout)}</StatusBadge>}
      </Flex>
      <Box fontSize="xs" color="ink.muted" mt="1" overflowWrap="anywhere" maxW="xs">
        {details && <Box>{details}</Box>}
        {time && <UtcMinute instant={time} />}
      </Box>
    </Box>
  );
};

interface SelectedAction {
  readonly payout: RunPayout;
  readonly action: PayoutAction;
}

const columnsOf = (
  isAutomatic: boolean,
  onSelect: (selected: SelectedAction) => void,
): readonly Column<RunPayout>[] => [
  {
    head: 'Creator',
    kind: 'name',
    cell: ({ id, creator_id, creator_name }) => (
      <>
        <CreatorLink name={creator_name} id={creator_id} />
        <Box fontSize="xs" color="ink.muted">
          {id}
        </Box>
      </>
    ),
  },
  { head: 'To', cell: ({ destination }) => destination ?? 'Deleted with the account' },
  { head: 'Status', cell: (payout) => <StatusCell payout={payout} /> },
  { head: 'Pay by (UTC)', whiteSpace: 'nowrap', cell: ({ pay_by_on }) => pay_by_on && formatDay(pay_by_on) },
  { head: 'Amount', kind: 'figure', fontWeight: '500', cell: ({ amount_cents }) => <Money cents={amount_cents} /> },
  {
    head: 'Actions',
    kind: 'action',
    cell: (payout) => (
      <PayoutActions payout={payout} isAutomatic={isAutomatic} onAction={(action) => onSelect({ payout, action })} />
    ),
  },
];

const countIn = ({ outcomes }: PayoutRunDetails) => outcomes.reduce((sum, { count }) => sum + count, 0);

const optionsIn = (run: PayoutRunDetails) => [
  { value: '' as const, label: `All (${countIn(run).toLocaleString('en-US')})` },
  ...run.outcomes.map(({ status, count }) => ({
    value: status,
    label: `${payoutStatusTitles[status]} (${count.toLocaleString('en-US')})`,
  })),
];

const List = ({ run, status }: { run: PayoutRunDetails; status: PayoutStatus | '' }) => {
  const [selected, setSelected] = useState<SelectedAction | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const dialog = { onClose: () => setSelected(null), focusWhenDone: () => place.current };
  return (
    <Box ref={place} tabIndex={-1} outline="none">
      <ListTable
        of={payouts}
        path={addresses.payoutsOf(run.id, status)}
        noun="payouts"
        nothing={status === '' ? 'This run has no payouts.' : 'No payouts have this status.'}
        label="Payouts of this run"
        columns={columnsOf(run.is_automatic, setSelected)}
        rowKey="id"
      />
      {selected?.action === 'hold' && <HoldDialog creator={selected.payout} {...dialog} />}
      {selected && selected.action !== 'hold' && (
        <SettleDialog payout={selected.payout} outcome={selected.action} {...dialog} />
      )}
    </Box>
  );
};

/** The payouts of a run, in pages, with the actions for each. */
export const RunPayouts = ({ run }: { run: PayoutRunDetails }) => {
  const filter = useFilter('status', optionsIn(run), '');
  return (
    <chakra.section aria-labelledby="payouts">
      <Flex justify="space-between" align="center" gap="4" wrap="wrap" mb="4">
        <Heading id="payouts">Payouts</Heading>
        <Box w={{ base: 'full', sm: '56' }}>
          <Choice label="Status" {...filter} />
        </Box>
      </Flex>
      <List key={filter.value} run={run} status={filter.value} />
    </chakra.section>
  );
};
