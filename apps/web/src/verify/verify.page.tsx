import { Box, VisuallyHidden, chakra } from '@chakra-ui/react';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseProof } from '@tessera/contract/licenses';
import type { ProofStatus } from '@tessera/domain/licensing/proof';
import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { useReading } from '../kernel/reading/use-reading.ts';
import type { Reading } from '../kernel/reading/use-reading.ts';
import { paths } from '../paths.ts';
import { MessagePage } from '../shell/public.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { useKeptFocus } from '../ui/controls/use-kept-focus.ts';
import { Fact } from '../ui/facts/fact.tsx';
import { MediaTile } from '../ui/media/media-tile.tsx';
import { Notice, NoticeButton } from '../ui/layout/notice.tsx';
import { Page } from '../ui/layout/page.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { UtcDay } from '../ui/facts/times.tsx';
import { CompareFile } from './compare-file.tsx';
import { verdictOf } from './verdict.ts';

const pageTitle = 'Verify a license';
const unknownHeading = 'No such license';
/** On a phone, the verdict comes before the picture. */
const columns = {
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' },
  gridTemplateAreas: { base: "'verdict' 'media' 'facts'", lg: "'media verdict' 'media facts'" },
  gridTemplateRows: { lg: 'auto 1fr' },
  columnGap: '16',
  rowGap: '8',
  alignItems: 'start',
  py: { md: '6' },
} as const;

const verdictStyles = {
  valid: { icon: CircleCheck, tone: 'positive' },
  upcoming: { icon: Clock, tone: 'waiting' },
  expired: { icon: CircleX, tone: 'trouble' },
  refunded: { icon: Undo2, tone: 'trouble' },
} as const satisfies Record<ProofStatus, unknown>;

const Verdict = ({ license }: { license: LicenseProof }) => {
  const { icon: Icon, tone } = verdictStyles[license.status];
  const { heading, sentence } = verdictOf(license);
  return (
    <Box as="header" gridArea="verdict">
      <Box
        boxSize="12"
        display="grid"
        placeItems="center"
        borderRadius="full"
        bg={`${tone}.tint`}
        color={tone}
        aria-hidden
      >
        <Icon size={24} strokeWidth={1.5} />
      </Box>
      <chakra.h1
        fontFamily="display"
        fontSize={{ base: '3xl', md: '4xl' }}
        lineHeight="1.1"
        letterSpacing="-0.02em"
        fontWeight="400"
        mt="4"
      >
        {heading}
      </chakra.h1>
      <chakra.p fontSize="lg" color="ink.muted" mt="3" maxW="48ch" overflowWrap="anywhere" textWrap="pretty">
        {sentence}
      </chakra.p>
    </Box>
  );
};

const Facts = ({ license }: { license: LicenseProof }) => (
  <chakra.dl borderBottomWidth="1px" borderColor="hairline">
    <Fact name="Content">{license.item_title}</Fact>
    <Fact name="License type">{licenseTypeTitles[license.license_type]}</Fact>
    <Fact name="Brand">{license.brand_name}</Fact>
    <Fact name="Creator">{license.creator_name}</Fact>
    <Fact name="Start date">
      <UtcDay instant={license.start_date} /> (UTC)
    </Fact>
    <Fact name="End date">
      {license.end_date ? (
        <>
          <UtcDay instant={license.end_date} /> (UTC)
        </>
      ) : (
        'No end date'
      )}
    </Fact>
    {license.refunded_at && (
      <Fact name="Refunded">
        <UtcDay instant={license.refunded_at} /> (UTC)
      </Fact>
    )}
    {license.terms_version && <Fact name="Terms version">{license.terms_version}</Fact>}
    <Fact name="License">{license.license_id}</Fact>
    <Fact name="SHA-256">
      <chakra.code fontFamily="mono" fontSize="xs">
        {license.sha256}
      </chakra.code>
    </Fact>
  </chakra.dl>
);

const LicenseDetails = ({ license }: { license: LicenseProof }) => (
  <Box {...columns}>
    <Verdict license={license} />
    <Box gridArea="media">
      <MediaTile
        media={license.media_url}
        whole
        type={license.media_type}
        alt={`Preview of ${license.item_title}`}
        sizes="(min-width: 1024px) 560px, 100vw"
      />
    </Box>
    <Box gridArea="facts" minW={0}>
      <Facts license={license} />
      <CompareFile license={license} />
    </Box>
  </Box>
);

const Loading = () => (
  <Box aria-hidden {...columns}>
    <Box gridArea="verdict" display="grid" gap="4">
      <Skeleton h="12" w="12" borderRadius="full" />
      <Skeleton h="10" w="70%" />
      <Skeleton h="6" w="90%" />
    </Box>
    <Skeleton gridArea="media" aspectRatio="4 / 3" borderRadius="media" />
    <Skeleton gridArea="facts" h="64" />
  </Box>
);

const UnknownLicense = () => (
  <MessagePage
    title={pageTitle}
    heading={unknownHeading}
    actions={<ButtonLink to={paths.home}>Back to Home</ButtonLink>}
  >
    <Box color="ink.muted" fontSize="lg" mt="4" textWrap="pretty">
      There is no license with this number. Make sure the address is exactly the one in the agreement.
    </Box>
  </MessagePage>
);

const CheckFailed = ({ message, onTryAgain }: { message: string; onTryAgain: () => void }) => (
  <>
    <chakra.h1 fontFamily="display" fontSize={{ base: '2xl', md: '3xl' }} mb="5">
      {pageTitle}
    </chakra.h1>
    <Notice
      title="The license could not be checked"
      action={<NoticeButton onClick={onTryAgain}>Try again</NoticeButton>}
    >
      {message}
    </Notice>
  </>
);

/** Announces the answer to screen readers; a failure is announced by its own alert. */
const announcementOf = (proof: Reading<LicenseProof>): string => {
  if (proof.status === 'loading') return 'Checking the license';
  if (proof.status === 'known') return verdictOf(proof.value).heading;
  return proof.status === 'unknown' ? unknownHeading : '';
};

/** The public proof of a license: whether it is valid, for what, for whom and when, but never the price. */
export const VerifyPage = () => {
  const { licenseId = '' } = useParams();
  const { reading: proof, retry } = useReading<LicenseProof>(`/api/verify/${encodeURIComponent(licenseId)}`, {
    of: 'everybody',
  });
  const { place: answer, press: tryAgain } = useKeptFocus(retry);
  return (
    <Box ref={answer} tabIndex={-1} outline="0" role="region" aria-label={pageTitle}>
      <VisuallyHidden role="status">{announcementOf(proof)}</VisuallyHidden>
      {proof.status === 'unknown' ? (
        <UnknownLicense />
      ) : (
        <Page title={pageTitle}>
          {proof.status === 'loading' && <Loading />}
          {proof.status === 'failed' && <CheckFailed message={proof.message} onTryAgain={tryAgain} />}
          {proof.status === 'known' && <LicenseDetails license={proof.value} />}
        </Page>
      )}
    </Box>
  );
};

export { VerifyPage as Component };
