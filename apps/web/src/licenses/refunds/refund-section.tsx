import { Box, Stack, chakra } from '@chakra-ui/react';
import type { LicenseRow } from '@tessera/contract/licenses';
import type { RefundStanding } from '@tessera/contract/money/refunds';
import { useId, useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { RefundRequest } from './refund-request.tsx';
import { useMoneyQuery } from './use-money-query.ts';

interface StandingProps {
  readonly license: LicenseRow;
  readonly standing: RefundStanding;
}

const OnDay = ({ at }: { at: string | null }) =>
  at && (
    <>
      {' '}
      on <UtcDay instant={at} /> (UTC)
    </>
  );

const RefundedNotice = ({ license, standing: { refunded_money, returned_money } }: StandingProps) => {
  const amount = <Money cents={refunded_money.amount_cents} />;
  if (refunded_money.amount_cents === 0) return null;
  const arrival =
    'to your payment method; most banks show it within 5 to 10 days. Its credit note is next to the invoice below.';
  return license.refunded_at && returned_money.amount_cents === 0 ? (
    <Notice tone="positive" quiet title="Refunded in full">
      {amount} went back
      <OnDay at={license.refunded_at} /> {arrival} The license ended with it.
    </Notice>
  ) : (
    <Notice tone="positive" quiet title="Refunded in part">
      {amount} of <Money cents={license.price_money.amount_cents} /> went back {arrival} Your license{' '}
      {license.refunded_at ? 'ended with it' : 'stays as it is'}.
    </Notice>
  );
};

const ReturnedNotice = ({ returned_money: { amount_cents } }: RefundStanding) =>
  amount_cents > 0 && (
    <Notice tone="trouble" quiet title="Your bank returned the refund">
      <Money cents={amount_cents} /> came back to us, so it didn’t reach you. The money is still yours: reply to our
      email and tell us how we can pay it.
    </Notice>
  );

const RequestStatus = ({ standing }: StandingProps) => {
  const { requested, declined, is_under_way, has_failed, changed_at } = standing;
  if (is_under_way) {
    return (
      <Notice tone="waiting" quiet title="Your refund is on its way">
        We’ve asked the bank to send your money back, and we’ll email you once it has.
      </Notice>
    );
  }
  if (requested) {
    return (
      <Notice tone="waiting" quiet title="Refund requested">
        You asked for it
        <OnDay at={changed_at} />: “{requested}” We’ll email you when it’s decided. Until then, your license stays as it
        is.
      </Notice>
    );
  }
  if (declined) {
    return (
      <Notice quiet title="Refund declined">
        We decided
        <OnDay at={changed_at} />: “{declined}” Your license stays as it is. If something was misunderstood, reply to
        our email.
      </Notice>
    );
  }
  return has_failed ? (
    <Notice quiet title="Your refund didn’t go through">
      The bank turned it down
      <OnDay at={changed_at} />. We know about it and will try again; there’s nothing you have to do.
    </Notice>
  ) : null;
};

/**
 * Offers to request a refund, or says why that isn't possible; renders nothing if a request or full refund is already
 * shown.
 */
const RequestOption = ({ license, standing, onAsk }: StandingProps & { onAsk: () => void }) => {
  const help = useId();
  const { refusal, requested, is_under_way, refunded_money, until } = standing;
  if (requested || is_under_way || license.refunded_at) return null;
  if (refusal) {
    return (
      <chakra.p fontSize="sm" color="ink.muted" maxW="56ch" textWrap="pretty">
        {refusal}
      </chakra.p>
    );
  }
  return (
    <Box>
      <chakra.p id={help} fontSize="sm" color="ink.muted" maxW="56ch" textWrap="pretty">
        You can ask for {refunded_money.amount_cents > 0 ? 'the rest' : 'your money'} back until{' '}
        <UtcDay instant={until} /> (UTC).
      </chakra.p>
      <Button variant="secondary" size="sm" mt="3" aria-describedby={help} onClick={onAsk}>
        Ask for a refund
      </Button>
    </Box>
  );
};

/** The refund of a license: how to request it, and its progress. */
export const RefundSection = ({ license }: { license: LicenseRow }) => {
  const path = `/api/licenses/${encodeURIComponent(license.id)}/refund`;
  const { value: standing, hasFailed, retry } = useMoneyQuery<RefundStanding>(path);
  const [isAsking, setIsAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const heading = useId();
  return (
    <chakra.section aria-labelledby={heading} mt="6">
      <chakra.h3 id={heading} fontFamily="display" fontSize="lg" mb="3">
        Refund
      </chakra.h3>
      <Stack ref={place} tabIndex={-1} outline="none" gap="3" aria-live="polite">
        {hasFailed && <ReadFailed words="The refund could not be loaded" onTryAgain={retry} />}
        {!standing && !hasFailed && <Skeleton h="16" role="status" aria-label="Loading the refund" />}
        {standing && (
          <>
            <RefundedNotice license={license} standing={standing} />
            <ReturnedNotice {...standing} />
            <RequestStatus license={license} standing={standing} />
            <RequestOption license={license} standing={standing} onAsk={() => setIsAsking(true)} />
          </>
        )}
      </Stack>
      {isAsking && (
        <RefundRequest license={license} onClose={() => setIsAsking(false)} focusWhenDone={() => place.current} />
      )}
    </chakra.section>
  );
};
