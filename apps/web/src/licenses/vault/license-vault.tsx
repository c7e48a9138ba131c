import type { BrandFigures } from '@tessera/contract/dashboards';
import { Box, Flex, chakra } from '@chakra-ui/react';
import type { LicenseRow } from '@tessera/contract/licenses';
import { useAtomValue, useSetAtom } from 'jotai';
import { FileSpreadsheet } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { download } from '../../kernel/download.ts';
import { countText } from '../../kernel/reading/paged-list.ts';
import type { PagedList } from '../../kernel/reading/paged-list.ts';
import { paths } from '../../paths.ts';
import { AgreementDrawer } from '../agreement/agreement-drawer.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { PagedRows } from '../../ui/table/paged-rows.tsx';
import { useAddressQuery } from '../../ui/table/use-address-query.ts';
import { usePagedList } from '../../ui/table/use-paged-list.ts';
import { moneyChangesAtom } from '../refunds/money-changes.atoms.ts';
import { LicenseDrawer } from './license-drawer.tsx';
import { LicenseEntry, licenseColumns } from './license-entry.tsx';
import { LicenseFilters } from './license-filters.tsx';
import { useOpenLicense } from './license-link.tsx';
import { queryStringOf, licenseQueryOf } from './license-query.ts';
import type { LicenseQuery } from './license-query.ts';
import { receiveGrantAtom, latestGrantAtom, vault } from './licenses.atoms.ts';
import { VaultFigures } from './vault-figures.tsx';

const emptyQuery: LicenseQuery = { search: '', type: '', status: '' };

/**
 * The licenses for a query: read on opening, including a purchase just made, and updated after every grant, refund or
 * dispute.
 */
const useVault = (queryString: string) => {
  const receive = useSetAtom(receiveGrantAtom);
  const latest = useAtomValue(latestGrantAtom);
  const latestMoneyChange = useAtomValue(moneyChangesAtom);
  const { state } = useLocation() as { state: { after?: number } | null };
  const shown = usePagedList(vault, queryString, state?.after);
  useEffect(() => {
    if (latest) void receive(latest.position);
    // The id, not the position: that moves with every event of the view, but the list changes only with a grant.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [receive, latest?.id]);
  useEffect(() => {
    if (latestMoneyChange >= 0) void receive(latestMoneyChange);
  }, [receive, latestMoneyChange]);
  return shown;
};

const NoLicenses = () => (
  <EmptyState
    sentence="You haven't licensed any content yet."
    action={<ButtonLink to={paths.marketplace}>Browse content</ButtonLink>}
  />
);

const NoMatches = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    sentence="No licenses match. Try different words, or clear the filters to see everything."
    action={
      <Button variant="secondary" onClick={onClear}>
        Clear filters
      </Button>
    }
  />
);

/** The number of licenses in the list, and their export as CSV. */
const CountAndExport = ({ list, queryString }: { list: PagedList<LicenseRow>; queryString: string }) => (
  <Flex justify="space-between" align="center" gap="3" minH="36px">
    <Box role="status" color="ink.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
      {countText(list, 'license')}
    </Box>
    {list.items.length > 0 && (
      <Button
        variant="secondary"
        size="sm"
        onClick={() => void download(`/api/licenses.csv${queryString && `?${queryString}`}`, 'tessera-licenses.csv')}
      >
        <FileSpreadsheet size={16} strokeWidth={1.5} aria-hidden /> Export CSV
      </Button>
    )}
  </Flex>
);

/** All licenses of the brand: what each allows, until when, and its proof. */
export const LicenseVault = ({ figures }: { figures: BrandFigures | undefined }) => {
  const { query, ask } = useAddressQuery(licenseQueryOf, queryStringOf);
  const queryString = queryStringOf(query);
  const shown = useVault(queryString);
  const { status, items, isOutdated } = shown.list;
  const [openAgreement, setOpenAgreement] = useState<LicenseRow | null>(null);
  const openLicense = useOpenLicense();
  const view = useCallback((license: LicenseRow) => setOpenAgreement(license), []);
  const clear = () => {
    shown.focusHead();
    ask(emptyQuery);
  };
  const isEmpty = status === 'loaded' && items.length === 0;
  const hasNoLicenses = isEmpty && !isOutdated && queryString === '';
  return (
    <>
      <PagedRows
        {...shown}
        label="Licenses"
        caption="Licensed Content"
        noun="new license"
        columns={licenseColumns}
        Entry={LicenseEntry}
        onAct={view}
        loading="Loading your licenses"
        failed="Error loading licenses"
        empty={hasNoLicenses ? <NoLicenses /> : isEmpty && <NoMatches onClear={clear} />}
      >
        <Flex justify="space-between" align="baseline" gap="4" wrap="wrap">
          <chakra.h2 fontFamily="display" fontSize="xl">
            Licensed Content
          </chakra.h2>
          {!hasNoLicenses && (
            <TextLink to={paths.brand.orders} fontSize="sm">
              Orders and invoices
            </TextLink>
          )}
        </Flex>
        {!hasNoLicenses && (
          <>
            <VaultFigures figures={figures} />
            <LicenseFilters query={query} onChange={ask} />
            <CountAndExport list={shown.list} queryString={queryString} />
          </>
        )}
      </PagedRows>
      {openAgreement && <AgreementDrawer license={openAgreement} onClose={() => setOpenAgreement(null)} />}
      {openLicense.id && <LicenseDrawer id={openLicense.id} onClose={openLicense.close} />}
    </>
  );
};
