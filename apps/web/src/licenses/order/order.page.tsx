import { Box, Flex, chakra } from '@chakra-ui/react';
import type { LicenseRow, OrderLicenses } from '@tessera/contract/licenses';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import { formatUsd } from '@tessera/domain/money';
import { useAtomValue } from 'jotai';
import { Download, FileText, FolderDown, ImageDown, Link as LinkIcon } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { downloadAgreement, downloadInvoice, downloadOriginal, downloadOriginals } from '../download.ts';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { plural } from '../../kernel/plural.ts';
import { isUnknown, useQuery } from '../../kernel/reading/queries.ts';
import { get } from '../../kernel/send.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { LoadingScreen } from '../../ui/layout/loading-screen.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { MediaTile } from '../../ui/media/media-tile.tsx';
import { moneyChangesAtom } from '../refunds/money-changes.atoms.ts';
import { LicenseStatusBadge } from '../vault/license-status.tsx';
import { hasOriginal, meaningOf } from '../vault/license-descriptions.ts';

const iconProps = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

const Documents = ({ license, isOnly }: { license: LicenseRow; isOnly: boolean }) => (
  <Box
    display={{ base: 'grid', sm: 'flex' }}
    gridTemplateColumns="1fr 1fr"
    flexWrap="wrap"
    gap="2.5"
    mt="4"
    css={{ '& > button:first-of-type': { gridColumn: '1 / -1' } }}
  >
    {hasOriginal(license, useAtomValue(nowAtom)) && (
      <Button
        variant={isOnly ? 'primary' : 'secondary'}
        onClick={() => void downloadOriginal(license.id)}
        aria-label={`Download original of ${license.content.title}`}
      >
        <ImageDown {...iconProps} />
        Download original
      </Button>
    )}
    <Button
      variant="ghost"
      onClick={() => void downloadAgreement(license.id)}
      aria-label={`Agreement for ${license.content.title} (PDF)`}
    >
      <FileText {...iconProps} />
      Agreement (PDF)
    </Button>
    <ButtonLink variant="ghost" to={paths.verify(license.id)} aria-label={`Proof link for ${license.content.title}`}>
      <LinkIcon {...iconProps} />
      Proof link
    </ButtonLink>
  </Box>
);

const PurchasedLicense = ({ license, isOnly }: { license: LicenseRow; isOnly: boolean }) => (
  <chakra.li
    display="grid"
    gridTemplateColumns={{ base: '1fr', md: isOnly ? 'minmax(0, 5fr) minmax(0, 6fr)' : '240px minmax(0, 1fr)' }}
    columnGap={{ md: '8' }}
    rowGap="4"
    alignItems="start"
    py="6"
    borderTopWidth="1px"
    borderColor="hairline"
  >
    <MediaTile
      media={license.content.media_url}
      type={license.content.media_type}
      alt=""
      sizes={isOnly ? '(min-width: 768px) 560px, 100vw' : '(min-width: 768px) 240px, 100vw'}
    />
    <Box minW={0}>
      <chakra.h2 fontFamily="display" fontSize="xl" lineHeight="1.25" overflowWrap="anywhere">
        <Link to={paths.brand.license(license.id)}>{license.content.title}</Link>
      </chakra.h2>
      <Box color="ink.muted" mt="1">
        {licenseTypeTitles[license.license_type]}
        {license.quantity > 1 && ` × ${license.quantity}`} by {license.creator_name}
      </Box>
      <Box mt="3">
        <LicenseStatusBadge license={license} />
      </Box>
      <chakra.p mt="3" maxW="56ch" textWrap="pretty">
        {meaningOf(license, useAtomValue(nowAtom))}
      </chakra.p>
      <Documents license={license} isOnly={isOnly} />
    </Box>
  </chakra.li>
);

interface PaidOrderProps {
  readonly orderId: string;
  readonly licenses: readonly LicenseRow[];
  readonly paidPosition: number;
}

const Licenses = ({ orderId, licenses, paidPosition }: PaidOrderProps) => {
  const now = useAtomValue(nowAtom);
  const originals = licenses.filter((license) => hasOriginal(license, now)).length;
  const total = licenses.reduce((sum, { price_money }) => sum + price_money.amount_cents, 0);
  return (
    <>
      <PageHeading
        intro={`${plural(licenses.length, 'license')}, ${formatUsd(total)}. Bookmark this page: everything you bought stays here and in your licenses.`}
        actions={
          originals > 1 && (
            <Button onClick={() => void downloadOriginals(orderId)}>
              <FolderDown {...iconProps} />
              Download all {originals}
            </Button>
          )
        }
      >
        {originals === 0 ? 'Your order' : licenses.length === 1 ? 'Your license is ready' : 'Your licenses are ready'}
      </PageHeading>
      <chakra.ul listStyleType="none" borderBottomWidth="1px" borderColor="hairline">
        {licenses.map((license) => (
          <PurchasedLicense key={license.id} license={license} isOnly={licenses.length === 1} />
        ))}
      </chakra.ul>
      <Flex mt="6" align="center" justify="space-between" wrap="wrap" gap="4">
        <Flex gap="5" wrap="wrap">
          <TextLink color="accent" to={paths.brand.licenses} state={paidPosition < 0 ? null : { after: paidPosition }}>
            See all your licenses
          </TextLink>
          <TextLink color="accent" to={paths.brand.orders}>
            See all your orders
          </TextLink>
        </Flex>
        <Button variant="secondary" onClick={() => void downloadInvoice(orderId, orderId, paidPosition)}>
          <Download {...iconProps} />
          Invoice (PDF)
        </Button>
      </Flex>
    </>
  );
};

/** The log position of a payment made just now, which the answer must include; -1 for later visits. */
const positionIn = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'after' in state ? Number(state.after) : -1;

const OrderContent = ({ orderId }: { orderId: string }) => {
  const paidPosition = positionIn(useLocation().state);
  const latestMoneyChange = useAtomValue(moneyChangesAtom);
  const after = Math.max(paidPosition, latestMoneyChange);
  const { data, error, refetch } = useQuery(['order licenses', orderId], () =>
    get<OrderLicenses>(`/api/orders/${encodeURIComponent(orderId)}/licenses`, after < 0 ? {} : { after }),
  );
  useEffect(() => {
    if (latestMoneyChange >= 0) void refetch();
  }, [refetch, latestMoneyChange]);
  if (data && data.items.length > 0)
    return <Licenses orderId={orderId} licenses={data.items} paidPosition={paidPosition} />;
  if (data) {
    return (
      <EmptyState
        sentence="This order isn’t paid yet. Its licenses will be here once it is."
        action={<ButtonLink to={paths.brand.order(orderId)}>Go to payment</ButtonLink>}
      />
    );
  }
  if (error === null) return <LoadingScreen />;
  return isUnknown(error) ? (
    <EmptyState
      sentence="This account has no such order. If you placed it with a different account, sign in with that one."
      action={<ButtonLink to={paths.brand.licenses}>Your licenses</ButtonLink>}
    />
  ) : (
    <EmptyState
      sentence="The order could not be loaded."
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    />
  );
};

/** The licenses of a paid order: each with its original first, then its documents. */
export const OrderPage = () => {
  const { orderId = '' } = useParams();
  return (
    <Page title="Your order">
      <OrderContent key={orderId} orderId={orderId} />
    </Page>
  );
};

export { OrderPage as Component };
