import { Box, chakra } from '@chakra-ui/react';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseRow } from '@tessera/contract/licenses';
import { useAtomValue } from 'jotai';
import { Download, FileText, ImageDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { downloadAgreement, downloadOriginal } from '../download.ts';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { paths } from '../../paths.ts';
import { AgreementDrawer } from '../agreement/agreement-drawer.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DetailDrawer } from '../../ui/layout/detail-drawer.tsx';
import { Fact } from '../../ui/facts/fact.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { DisputeNotice } from '../refunds/dispute-notice.tsx';
import { DisputeBadge } from '../refunds/money-badges.tsx';
import { RefundSection } from '../refunds/refund-section.tsx';
import { BillingFacts } from './license-billing.tsx';
import { RenewOrUpgrade } from './renew-or-upgrade.tsx';
import { LicensedMedia } from './licensed-media.tsx';
import { RelatedLicenses, LicenseStatusBadge } from './license-status.tsx';
import { hasOriginal, meaningOf } from './license-descriptions.ts';
import { useLicense } from './use-license.ts';
import { TextLink } from '../../ui/controls/text-link.tsx';

const Facts = ({ license }: { license: LicenseRow }) => (
  <chakra.dl mt="6" borderBottomWidth="1px" borderColor="hairline">
    <Fact name="License type">
      {licenseTypeTitles[license.license_type]}
      {license.quantity > 1 && ` × ${license.quantity}`}
    </Fact>
    <Fact name="Price">
      <Money cents={license.price_money.amount_cents} /> USD
    </Fact>
    <Fact name="Creator">{license.creator_name}</Fact>
    <Fact name="Brand">{license.brand_name}</Fact>
    <Fact name="Purchased">
      <UtcDay instant={license.created_at} /> (UTC)
    </Fact>
    <Fact name="Start date">
      <UtcDay instant={license.start_date} /> (UTC)
    </Fact>
    <Fact name="End date">{license.end_date ? <EndDate at={license.end_date} /> : 'No end date'}</Fact>
    {license.refunded_at && (
      <Fact name="Refunded">
        <UtcDay instant={license.refunded_at} /> (UTC)
      </Fact>
    )}
    <Fact name="License">{license.id}</Fact>
    <Fact name="Order">{license.order_id}</Fact>
    <BillingFacts license={license} />
    <Fact name="Proof for others">
      <TextLink to={paths.verify(license.id)} color="accent">
        Public proof of this license
      </TextLink>
      <Box fontWeight="400" color="ink.muted" mt="1">
        Share it with anyone who needs proof: it shows what is licensed and until when, but not the price.
      </Box>
    </Fact>
  </chakra.dl>
);

const EndDate = ({ at }: { at: string }) => (
  <>
    <UtcDay instant={at} /> (UTC)
  </>
);

const Meaning = ({ license }: { license: LicenseRow }) => (
  <Box mt="5">
    <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="2">
      <LicenseStatusBadge license={license} />
      <DisputeBadge dispute={license.dispute} />
      <RelatedLicenses license={license} />
    </Box>
    <chakra.p mt="2.5" maxW="56ch" textWrap="pretty">
      {meaningOf(license, useAtomValue(nowAtom))}
    </chakra.p>
    {license.dispute && (
      <Box mt="4">
        <DisputeNotice dispute={license.dispute} />
      </Box>
    )}
  </Box>
);

const Actions = ({ license, onView }: { license: LicenseRow; onView: () => void }) => (
  <Box
    display="grid"
    gridTemplateColumns={{ base: 'repeat(auto-fit, minmax(148px, 1fr))', md: 'repeat(3, auto)' }}
    gap="3"
    w={{ base: 'full', md: 'auto' }}
    css={{ '& > *': { px: '3' }, '& > :nth-of-type(3)': { gridColumn: { base: '1 / -1', md: 'auto' } } }}
  >
    <Button variant="secondary" onClick={onView}>
      <FileText size={16} strokeWidth={1.5} aria-hidden />
      View agreement
    </Button>
    <Button variant="secondary" onClick={() => void downloadAgreement(license.id)}>
      <Download size={16} strokeWidth={1.5} aria-hidden />
      Download PDF
    </Button>
    {hasOriginal(license, useAtomValue(nowAtom)) && (
      <Button onClick={() => void downloadOriginal(license.id)}>
        <ImageDown size={16} strokeWidth={1.5} aria-hidden />
        Download original
      </Button>
    )}
  </Box>
);

const Loading = () => (
  <Box role="status" aria-label="Loading the license" display="grid" gap="4">
    <Skeleton aspectRatio="16 / 9" borderRadius="media" />
    <Skeleton h="6" w="40%" />
    <Skeleton h="64" />
  </Box>
);

/** Moves the focus to the top of the drawer when it shows another license. @returns the ref of the element to focus */
const useFocusOnChange = (id: string) => {
  const beginning = useRef<HTMLDivElement>(null);
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    beginning.current?.focus();
  }, [id]);
  return beginning;
};

/** One license: what it allows until when, its documents, and how it can be renewed or upgraded. */
export const LicenseDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { license, successors, problem, retry } = useLicense(id);
  const [isAgreementOpen, setIsAgreementOpen] = useState(false);
  const beginning = useFocusOnChange(id);
  if (problem === 'missing') {
    return (
      <DetailDrawer title="No such license" onClose={onClose}>
        This account has no license with the number {id}. If you bought it with a different account, sign in with that
        one.
      </DetailDrawer>
    );
  }
  return (
    <DetailDrawer
      title={license?.content.title ?? 'License'}
      subtitle={license && `${licenseTypeTitles[license.license_type]} by ${license.creator_name}`}
      onClose={onClose}
      actions={license && <Actions license={license} onView={() => setIsAgreementOpen(true)} />}
    >
      <Box ref={beginning} tabIndex={-1} outline="0" display="grid" gap="4">
        {problem === 'failed' && <ReadFailed words="The license could not be loaded" onTryAgain={retry} />}
        {!license && !problem && <Loading />}
      </Box>
      {license && (
        <>
          <LicensedMedia key={license.id} license={license} />
          <Meaning license={license} />
          {license.license_type === 'six_month' && license.refunded_at === null && (
            <RenewOrUpgrade key={`after ${id}`} license={license} successors={successors} />
          )}
          <RefundSection key={`refund of ${id}`} license={license} />
          <Facts license={license} />
          <Box mt="4" fontSize="sm">
            <TextLink to={paths.brand.item(license.content_id)} color="accent">
              See it in the marketplace
            </TextLink>
          </Box>
        </>
      )}
      {isAgreementOpen && license && <AgreementDrawer license={license} onClose={() => setIsAgreementOpen(false)} />}
    </DetailDrawer>
  );
};
