import { Box, Flex, chakra } from '@chakra-ui/react';
import type { PayoutRunDetails, RunPayout } from '@tessera/contract/money/payout-runs';
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
import { Creator, nameOf } from '../creator-link.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import type { Settled } from './settle-dialog.tsx';
import { payoutTones } from '../labels.ts';
import { Heading } from '../../../ui/layout/panel.tsx';

type Doing = Settled | 'hold';

const doingWords = {
  canceled: 'Cancel',
  paid: 'Mark paid',
  failed: 'Mark failed',
  returned: 'Mark returned',
  hold: 'Hold',
} as const satisfies Readonly<Record<Doing, string>>;

const doings: Readonly<Record<PayoutStatus, readonly Doing[]>> = {
  prepared: ['canceled', 'hold'],
  sent: ['paid', 'failed'],
  paid: ['returned'],
  failed: ['hold'],
  canceled: ['hold'],
  returned: ['hold'],
};

/** Where the service pays by itself, only what it can't know is told by hand. */
const byHandOnly: readonly Doing[] = ['paid', 'failed', 'returned'];

interface DoingsProps {
  readonly payout: RunPayout;
  readonly isAutomatic: boolean;
  readonly onDo: (doing: Doing) => void;
}

const Doings = ({ payout, isAutomatic, onDo }: DoingsProps) => {
  const which = `payout of ${formatUsd(payout.amount_cents)} to ${nameOf(payout.creator_name)}`;
  const offered = doings[payout.status].filter(
    (doing) => !(isAutomatic && byHandOnly.includes(doing)) && !(doing === 'hold' && payout.on_hold),
  );
  return (
    <Flex gap="2" justify={{ md: 'flex-end' }}>
      {offered.map((doing) => (
        <Button
          key={doing}
          size="sm"
          variant="secondary"
          aria-label={`${doingWords[doing]}: ${which}`}
          onClick={() => onDo(doing)}
        >
          {doingWords[doing]}
        </Button>
      ))}
    </Flex>
  );
};

const Standing = ({ payout }: { payout: RunPayout }) => {
  const time = payout.times[payout.status];
  const words = payout.reason ?? (payout.reference && `Reference ${payout.reference}`);
  return (
    <Box>
      <Flex gap="2" wrap="wrap" justify={{ base: 'flex-end', md: 'flex-start' }}>
        <StatusBadge tone={payoutTones[payout.status]}>{payoutStatusTitles[payout.status]}</StatusBadge>
        {payout.on_hold && <StatusBadge tone="waiting">On hold</StatusBadge>}
      </Flex>
      <Box
        fontSize="xs"
        color="ink.muted"
        mt="1"
        overflowWrap="anywhere"
        maxW="xs"
        textAlign={{ base: 'end', md: 'start' }}
      >
        {words && <Box>{words}</Box>}
        {time && <UtcMinute instant={time} />}
      </Box>
    </Box>
  );
};

interface Asked {
  readonly payout: RunPayout;
  readonly doing: Doing;
}

const columnsOf = (isAutomatic: boolean, onAsk: (asked: Asked) => void): readonly Column<RunPayout>[] => [
  {
    head: 'Creator',
    kind: 'name',
    cell: ({ id, creator_id, creator_name }) => (
      <>
        <Creator name={creator_name} id={creator_id} />
        <Box fontSize="xs" color="ink.muted">
          {id}
        </Box>
      </>
    ),
  },
  { head: 'To', cell: ({ destination }) => destination ?? 'Gone with the account' },
  { head: 'Status', cell: (payout) => <Standing payout={payout} /> },
  { head: 'Amount', kind: 'figure', fontWeight: '500', cell: ({ amount_cents }) => <Money cents={amount_cents} /> },
  {
    head: 'What to do',
    kind: 'action',
    cell: (payout) => <Doings payout={payout} isAutomatic={isAutomatic} onDo={(doing) => onAsk({ payout, doing })} />,
  },
];

const optionsIn = (run: PayoutRunDetails) => [
  { value: '' as const, label: `All (${run.count.toLocaleString('en-US')})` },
  ...run.outcomes.map(({ status, count }) => ({
    value: status,
    label: `${payoutStatusTitles[status]} (${count.toLocaleString('en-US')})`,
  })),
];

const List = ({ run, status }: { run: PayoutRunDetails; status: PayoutStatus | '' }) => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const dialog = { onClose: () => setAsked(null), focusWhenDone: () => place.current };
  return (
    <Box ref={place} tabIndex={-1} outline="none">
      <ListTable
        of={payouts}
        path={addresses.payoutsOf(run.id, status)}
        noun="payouts"
        nothing={status === '' ? 'This run pays nobody.' : 'None of the payouts stands there.'}
        label="Payouts of this run"
        columns={columnsOf(run.is_automatic, setAsked)}
        rowKey="id"
      />
      {asked?.doing === 'hold' && <HoldDialog creator={asked.payout} {...dialog} />}
      {asked && asked.doing !== 'hold' && <SettleDialog payout={asked.payout} outcome={asked.doing} {...dialog} />}
    </Box>
  );
};

/** The payouts of a run, in pages, and what is done about each. */
export const RunPayouts = ({ run }: { run: PayoutRunDetails }) => {
  const filter = useFilter('status', optionsIn(run), '');
  return (
    <chakra.section aria-labelledby="payouts">
      <Flex justify="space-between" align="center" gap="4" wrap="wrap" mb="4">
        <Heading id="payouts">Payouts</Heading>
        <Box w={{ base: 'full', sm: '56' }}>
          <Choice label="Which payouts" {...filter} />
        </Box>
      </Flex>
      <List key={filter.value} run={run} status={filter.value} />
    </chakra.section>
  );
};
