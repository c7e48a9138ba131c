import { Box, Flex, chakra } from '@chakra-ui/react';
import type { PayoutRunDetails, RunPayout } from '@tessera/contract/payout-runs';
import { formatUsd } from '@tessera/domain/money';
import { payoutStatuses } from '@tessera/domain/payouts/payout';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import { payoutStatusTitles } from '@tessera/domain/payouts/words';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../ui/controls/button.tsx';
import { Choice } from '../../../ui/controls/choice.tsx';
import { Money } from '../../../ui/facts/money.tsx';
import { StatusBadge } from '../../../ui/facts/status-badge.tsx';
import { Cell, Head, Heads, Table } from '../../../ui/table/table.tsx';
import { ListStates } from '../../list-states.tsx';
import { HoldDialog } from '../hold-dialogs.tsx';
import { addresses, usePages } from '../payouts.atoms.ts';
import { Creator, Minute, nameOf } from '../rows.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import type { Settled } from './settle-dialog.tsx';
import { payoutTones } from '../words.ts';

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

interface EntryProps {
  readonly payout: RunPayout;
  readonly isAutomatic: boolean;
  readonly onDo: (doing: Doing) => void;
}

const Doings = ({ payout, isAutomatic, onDo }: EntryProps) => {
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
        {time && <Minute time={time} />}
      </Box>
    </Box>
  );
};

const Entry = (props: EntryProps) => {
  const { payout } = props;
  return (
    <tr>
      <Cell as="th" scope="row" fontWeight="400" textAlign="start">
        <Creator name={payout.creator_name} id={payout.creator_id} />
        <Box fontSize="xs" color="ink.muted">
          {payout.id}
        </Box>
      </Cell>
      <Cell data-label="To">{payout.destination ?? 'Gone with the account'}</Cell>
      <Cell data-label="Status">
        <Standing payout={payout} />
      </Cell>
      <Cell data-label="Amount" numeric fontWeight="500">
        <Money cents={payout.amount_cents} />
      </Cell>
      <Cell data-part="action">
        <Doings {...props} />
      </Cell>
    </tr>
  );
};

interface Asked {
  readonly payout: RunPayout;
  readonly doing: Doing;
}

const isStatus = (value: string): value is PayoutStatus => payoutStatuses.some((status) => status === value);

const optionsIn = (run: PayoutRunDetails) => [
  { value: '' as const, label: `All (${run.count.toLocaleString('en-US')})` },
  ...run.outcomes.map(({ status, count }) => ({
    value: status,
    label: `${payoutStatusTitles[status]} (${count.toLocaleString('en-US')})`,
  })),
];

const List = ({ run, status }: { run: PayoutRunDetails; status: PayoutStatus | '' }) => {
  const { list, rows } = usePages<RunPayout>(addresses.payoutsOf(run.id, status));
  const [asked, setAsked] = useState<Asked | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const dialog = { onClose: () => setAsked(null), placeWhenDone: () => place.current };
  const nothing = status === '' ? 'This run pays nobody.' : 'None of the payouts stands there.';
  return (
    <Box ref={place} tabIndex={-1} outline="none">
      <ListStates list={list} count={rows?.length} noun="payouts" nothing={nothing}>
        {rows && (
          <Table label="Payouts of this run">
            <Heads columns={['Creator', 'To', 'Status']} numeric={['Amount']}>
              <Head scope="col">
                <chakra.span srOnly>What to do</chakra.span>
              </Head>
            </Heads>
            {rows.map((payout) => (
              <tbody key={payout.id}>
                <Entry payout={payout} isAutomatic={run.is_automatic} onDo={(doing) => setAsked({ payout, doing })} />
              </tbody>
            ))}
          </Table>
        )}
      </ListStates>
      {asked?.doing === 'hold' && <HoldDialog creator={asked.payout} {...dialog} />}
      {asked && asked.doing !== 'hold' && <SettleDialog payout={asked.payout} outcome={asked.doing} {...dialog} />}
    </Box>
  );
};

/** The payouts of a run, in pages, and what is done about each. */
export const RunPayouts = ({ run }: { run: PayoutRunDetails }) => {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('status') ?? '';
  const status = isStatus(asked) ? asked : '';
  return (
    <chakra.section aria-labelledby="payouts">
      <Flex justify="space-between" align="center" gap="4" wrap="wrap" mb="4">
        <chakra.h2 id="payouts" fontSize="lg" fontWeight="600">
          Payouts
        </chakra.h2>
        <Box w={{ base: 'full', sm: '56' }}>
          <Choice
            label="Which payouts"
            value={status}
            options={optionsIn(run)}
            onChange={(value) => setSearch(value === '' ? {} : { status: value }, { replace: true })}
          />
        </Box>
      </Flex>
      <List key={status} run={run} status={status} />
    </chakra.section>
  );
};
