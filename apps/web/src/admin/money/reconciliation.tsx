import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import type { Reconciliation } from '@tessera/contract/money/books';
import { formatUsd } from '@tessera/domain/money';
import { useAtomValue } from 'jotai';
import { formatExactly, formatLocalMinute } from '../../kernel/dates.ts';
import { plural } from '../../kernel/plural.ts';
import { withRefusalToast } from '../../kernel/refusal-toast.ts';
import { paths } from '../../paths.ts';
import { Heading, Panel } from '../../ui/layout/panel.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useBusy } from '../../ui/controls/use-busy.ts';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import { reconcileNow, reconciliationsAtom, watchReconciliationsAtom } from './reconciliation.atoms.ts';
import { TextLink } from '../../ui/controls/text-link.tsx';

const countOf = ({ difference_count }: Reconciliation) =>
  difference_count === 0 ? 'No differences' : plural(difference_count, 'difference');

const ResultBadge = ({ of }: { of: Reconciliation }) => {
  if (of.failure !== null) return <StatusBadge tone="waiting">Comparison failed</StatusBadge>;
  return <StatusBadge tone={of.difference_count === 0 ? 'positive' : 'trouble'}>{countOf(of)}</StatusBadge>;
};

const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatExactly(at)}>
    {formatLocalMinute(at)}
  </time>
);

const Differences = ({ of }: { of: Reconciliation }) => (
  <chakra.ul listStyleType="none" aria-label="Differences">
    {of.differences.map(({ kind, payment, order_id, words }) => (
      <chakra.li key={`${payment}/${kind}`} py="2" borderTopWidth="1px" borderColor="hairline" overflowWrap="anywhere">
        {words}{' '}
        {order_id && (
          <TextLink to={paths.admin.eventsOf(`order-${order_id}`)} aria-label={`Show the order of ${payment}`}>
            Show the order
          </TextLink>
        )}
      </chakra.li>
    ))}
    {of.difference_count > of.differences.length && (
      <chakra.li py="2" borderTopWidth="1px" borderColor="hairline" color="ink.muted">
        … and {plural(of.difference_count - of.differences.length, 'more difference')}
      </chakra.li>
    )}
  </chakra.ul>
);

const Latest = ({ of }: { of: Reconciliation }) => (
  <Stack gap="2" fontSize="sm">
    <Flex gap="3" align="center" wrap="wrap">
      <ResultBadge of={of} />
      <Box color="ink.muted">
        <Time at={of.at} />
        {of.failure === null &&
          ` · ${plural(of.payments, 'payment')} since ${formatLocalMinute(of.from)}` +
            (of.fees > 0 ? ` · ${formatUsd(of.fee_cents)} in fees posted` : '')}
      </Box>
    </Flex>
    {of.failure !== null && <Box>{of.failure}</Box>}
    {of.differences.length > 0 && <Differences of={of} />}
  </Stack>
);

const Earlier = ({ items }: { items: readonly Reconciliation[] }) => (
  <chakra.details fontSize="sm">
    <chakra.summary cursor="pointer" minH="11" display="flex" alignItems="center" color="ink.muted">
      Earlier comparisons
    </chakra.summary>
    <chakra.ul listStyleType="none">
      {items.map((each) => (
        <chakra.li
          key={each.reconciliation_id}
          display="flex"
          justifyContent="space-between"
          gap="4"
          py="2"
          borderTopWidth="1px"
          borderColor="hairline"
        >
          <Time at={each.at} />
          <ResultBadge of={each} />
        </chakra.li>
      ))}
    </chakra.ul>
  </chakra.details>
);

/** The results of comparing the payments listed by the gateway with the log. */
export const ReconciliationPanel = () => {
  const { data, isError } = useAtomValue(reconciliationsAtom);
  useAtomValue(watchReconciliationsAtom);
  const [isStarting, compare] = useBusy(() => withRefusalToast(reconcileNow));
  const [latest, ...earlier] = data?.items ?? [];
  return (
    <Panel aria-labelledby="reconciliation">
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="2">
        <Heading id="reconciliation">Reconciliation</Heading>
        <Button
          variant="secondary"
          size="sm"
          loading={isStarting}
          loadingText="Starting…"
          onClick={() => void compare()}
        >
          Compare now
        </Button>
      </Flex>
      <Box fontSize="sm" color="ink.muted" mb="4">
        Every day, all charges, refunds and disputes at the gateway are compared with the log. Anything less than an
        hour old may still be in progress and is left out.
      </Box>
      <Box aria-live="polite">
        {isError && (
          <Box role="alert" color="trouble" fontSize="sm">
            The comparisons could not be loaded. Please reload the page.
          </Box>
        )}
        {data && !latest && <Box fontSize="sm">Nothing has been compared yet.</Box>}
        {latest && <Latest of={latest} />}
      </Box>
      {earlier.length > 0 && <Earlier items={earlier} />}
    </Panel>
  );
};
