import { Box, chakra } from '@chakra-ui/react';
import type { LicenseRow, SuccessorOffer, SuccessorPrice, Successors } from '@tessera/contract/licenses';
import type { Checkout } from '@tessera/contract/orders';
import { licenseTermDays } from '@tessera/domain/licensing/term';
import { formatUsd } from '@tessera/domain/money';
import { useAtomValue } from 'jotai';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { checkedAddress, gatewayPage, PaymentTerms, readConfig } from '../../ordering/public.ts';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { post } from '../../kernel/send.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { statusOf } from './license-descriptions.ts';

type SuccessorAction = 'renew' | 'upgrade';

/** Places the order of a successor and goes to its payment. */
const useOrder = (licenseId: string) => {
  const navigate = useNavigate();
  const [ordering, setOrdering] = useState<SuccessorAction | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const order = async (action: SuccessorAction) => {
    setFailure(null);
    setOrdering(action);
    try {
      const { checkoutUrl } = await post<Checkout>(`/api/licenses/${encodeURIComponent(licenseId)}/${action}`);
      const address = checkedAddress(checkoutUrl, (await readConfig()).checkout_hosts);
      if ('path' in address) await navigate(address.path);
      else gatewayPage.open(address.url);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setOrdering(null);
    }
  };
  return { ordering, failure, order };
};

interface SuccessorOptionProps {
  readonly heading: string;
  readonly offer: SuccessorOffer;
  readonly verb: string;
  readonly waiting: boolean;
  readonly blocked: boolean;
  readonly onOrder: () => void;
  /** What the successor would mean. */
  readonly children: ReactNode;
}

const isAvailable = (offer: SuccessorOffer): offer is SuccessorPrice => 'price_cents' in offer;

/** One successor: its price and terms, or why it isn't available. */
const SuccessorOption = ({ heading, offer, verb, waiting, blocked, onOrder, children }: SuccessorOptionProps) => {
  const about = useId();
  return (
    <Box borderTopWidth="1px" borderColor="hairline" py="4">
      <Box display="flex" justifyContent="space-between" gap="4" fontWeight="600">
        <chakra.h4>{heading}</chakra.h4>
        {isAvailable(offer) && <Money cents={offer.price_cents} />}
      </Box>
      <Box id={about} fontSize="sm" color="ink.muted" mt="1" maxW="56ch">
        {isAvailable(offer) ? children : offer.reason}
      </Box>
      {isAvailable(offer) && (
        <Button
          variant="secondary"
          size="sm"
          mt="3"
          loading={waiting}
          loadingText="Preparing checkout…"
          disabled={blocked}
          aria-describedby={about}
          onClick={onOrder}
        >
          {verb} for {formatUsd(offer.price_cents)}
        </Button>
      )}
    </Box>
  );
};

const RenewalTerm = ({ license, renewal }: { license: LicenseRow; renewal: Successors['renewal'] }) => {
  const now = useAtomValue(nowAtom);
  if (!isAvailable(renewal)) return null;
  const end = <UtcDay instant={renewal.end_date ?? ''} />;
  const count = license.quantity > 1 ? ` for ${license.quantity} licenses` : '';
  const price = `Today’s price for this license type${count}.`;
  if (statusOf(license, now) === 'ended') {
    return (
      <>
        Starts when you pay: if you pay today, it lasts until {end} (UTC). It doesn’t cover any use between{' '}
        <UtcDay instant={license.end_date ?? ''} /> and your payment. {price}
      </>
    );
  }
  return (
    <>
      From <UtcDay instant={renewal.start_date} />, when this license ends, until {end} (UTC). {price}
    </>
  );
};

/** Renewal and upgrade of a six-month license, each with its price and meaning before anything is ordered. */
export const RenewOrUpgrade = ({
  license,
  successors,
}: {
  license: LicenseRow;
  successors: Successors | undefined;
}) => {
  const { ordering, failure, order } = useOrder(license.id);
  return (
    <chakra.section aria-labelledby="after-six-months" mt="6">
      <chakra.h3 id="after-six-months" fontFamily="display" fontSize="lg" mb="3">
        After the six months
      </chakra.h3>
      {failure && (
        <Box mb="4">
          <FocusedNotice>{failure}</FocusedNotice>
        </Box>
      )}
      {successors ? (
        <>
          {Object.values(successors).some(isAvailable) && <PaymentTerms mb="4" maxW="56ch" />}
          <SuccessorOption
            heading={`Renew for ${licenseTermDays} days`}
            offer={successors.renewal}
            verb="Renew"
            waiting={ordering === 'renew'}
            blocked={ordering !== null}
            onOrder={() => void order('renew')}
          >
            <RenewalTerm license={license} renewal={successors.renewal} />
          </SuccessorOption>
          <SuccessorOption
            heading="Upgrade to a Perpetual License"
            offer={successors.upgrade}
            verb="Upgrade"
            waiting={ordering === 'upgrade'}
            blocked={ordering !== null}
            onOrder={() => void order('upgrade')}
          >
            Starts when you pay and has no end date. You pay the perpetual price, minus what you paid for this license,
            which stays as it was granted.
          </SuccessorOption>
        </>
      ) : (
        <Box role="status" aria-label="Loading today’s prices" display="grid" gap="3">
          <Skeleton h="28" />
          <Skeleton h="28" />
        </Box>
      )}
    </chakra.section>
  );
};
