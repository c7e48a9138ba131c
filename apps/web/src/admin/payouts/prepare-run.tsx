import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import type { PayoutRunRow } from '@tessera/contract/money/payout-runs';
import { formatDay } from '@tessera/domain/days';
import { dayOf, payoutWindowDays } from '@tessera/domain/ledger';
import { formatUsd } from '@tessera/domain/money';
import { payoutMinCents } from '@tessera/domain/payouts/left-out';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { plural } from '../../kernel/plural.ts';
import { ApiError } from '../../kernel/send.ts';
import { paths } from '../../paths.ts';
import { Heading, Panel } from '../../ui/layout/panel.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Figure } from '../../ui/facts/figure.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { Notice, NoticeLink } from '../../ui/layout/notice.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { startRun, useDue } from './payouts.atoms.ts';

const OpenRun = ({ run }: { run: PayoutRunRow }) => (
  <Notice
    tone="waiting"
    title={`The run from ${formatDay(run.started_at)} is still open`}
    action={<NoticeLink to={paths.admin.payoutRun(run.id)}>Go to that run</NoticeLink>}
  >
    Only one run can be open at a time. Finish or cancel it before you prepare another.
  </Notice>
);

const Due = ({ data, error }: ReturnType<typeof useDue>) => {
  if (error) return <Notice>{error.message}</Notice>;
  if (!data) return <Skeleton h="100px" borderRadius="media" role="status" aria-label="Loading what is due" />;
  return (
    <Figure
      label="Due now"
      value={data.cents}
      format={formatUsd}
      hint={data.creators === 0 ? 'Nothing to pay' : `To ${plural(data.creators, 'creator')}`}
    />
  );
};

type DueData = NonNullable<ReturnType<typeof useDue>['data']>;

const Urgent = ({ urgent, day }: { urgent: NonNullable<DueData['urgent']>; day: string }) => (
  <Notice tone="trouble" title={`${formatUsd(urgent.cents)} ${urgent.by < day ? 'is late' : 'is to be paid soon'}`}>
    {plural(urgent.creators, 'creator')} {urgent.creators === 1 ? 'has' : 'have'} to be paid, the first by{' '}
    {formatDay(urgent.by)} (UTC). Sales are paid within {payoutWindowDays} days of their payment.
  </Notice>
);

/** By when what is due has to reach its creators. */
const LastDays = ({ days }: Pick<DueData, 'days'>) => (
  <chakra.dl mt="4" fontSize="sm" aria-label="Last days">
    {days.map(({ by, creators, cents }) => (
      <Flex key={by} justify="space-between" gap="4" py="2" borderTopWidth="1px" borderColor="hairline">
        <chakra.dt>By {formatDay(by)} (UTC)</chakra.dt>
        <chakra.dd>
          <Money cents={cents} /> to {plural(creators, 'creator')}
        </chakra.dd>
      </Flex>
    ))}
  </chakra.dl>
);

/** What is due, and a button to prepare a run for it, unless a run is already open. */
export const PrepareRun = ({ open }: { open: PayoutRunRow | undefined }) => {
  const [isStarting, setIsStarting] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const due = useDue();
  const today = dayOf(new Date(useAtomValue(nowAtom)).toISOString());
  const navigate = useNavigate();
  const start = async () => {
    setIsStarting(true);
    setRefusal(null);
    try {
      await navigate(paths.admin.payoutRun((await startRun()).id));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error);
      setIsStarting(false);
    }
  };
  return (
    <Panel aria-labelledby="next-run">
      <Heading id="next-run" mb="4">
        Next run
      </Heading>
      {due.data?.urgent && (
        <Box mb="4">
          <Urgent urgent={due.data.urgent} day={today} />
        </Box>
      )}
      <Flex gap={{ base: '4', md: '6' }} align={{ md: 'flex-start' }} direction={{ base: 'column', md: 'row' }}>
        <Box w={{ md: '240px' }} flexShrink={0}>
          <Due {...due} />
        </Box>
        <Stack gap="4" flex="1" align="flex-start">
          <Box fontSize="sm" color="ink.muted" maxW="prose">
            A run prepares one payout for each creator with at least {formatUsd(payoutMinCents)}. Nothing is sent until
            you’ve reviewed it. Creators who are left out are listed with the reason. Runs are also prepared
            automatically, on the days that were set up.
          </Box>
          {refusal && !open && <FocusedNotice title={refusal.title}>{refusal.message}</FocusedNotice>}
          {open ? (
            <OpenRun run={open} />
          ) : (
            <Button
              disabled={due.data?.cents === 0}
              loading={isStarting}
              loadingText="Preparing…"
              onClick={() => void start()}
            >
              Prepare a run
            </Button>
          )}
        </Stack>
      </Flex>
      {due.data && due.data.days.length > 0 && <LastDays days={due.data.days} />}
    </Panel>
  );
};
