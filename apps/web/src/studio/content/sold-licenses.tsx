import { Box } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseRow } from '@tessera/contract/licenses';
import { Money } from '../../ui/facts/money.tsx';
import { countText } from '../../kernel/reading/paged-list.ts';
import { paths } from '../../paths.ts';
import { moneyPositionAtom } from '../../earnings/public.ts';
import { AgreementDrawer, LicenseActions, LicensePicture, SoldMoney } from '../../licenses/public.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { PagedRows } from '../../ui/table/paged-rows.tsx';
import { usePagedList } from '../../ui/table/use-paged-list.ts';
import type { Column, RowEntryProps } from '../../ui/table/row-table.tsx';
import { creatorDashboardAtom } from '../dashboard/dashboard.atoms.ts';
import { soldLicenses } from './lists.atoms.ts';

/** A log position that every response includes, so that the list is loaded whenever it is opened. */
const anyPosition = 0;

const columns: readonly Column[] = [
  { title: 'Picture', width: '100px', kind: 'media' },
  { title: 'Title', width: 'minmax(0, 1fr)' },
  { title: 'License', width: '132px' },
  { title: 'Price', width: '92px', kind: 'figure' },
  { title: 'Term (UTC)', width: '120px' },
  { title: 'Actions', width: '148px', kind: 'actions' },
];

const EndDate = ({ at }: { at: string }) => (
  <>
    to <UtcDay instant={at} />
  </>
);

const LicenseEntry = ({ row: license, onAct }: RowEntryProps<LicenseRow>) => (
  <>
    <LicensePicture license={license} />
    <td role="cell" data-role="title">
      <Box fontWeight="500" fontSize="md" lineHeight="1.3" lineClamp="2" overflowWrap="anywhere">
        {license.content.title}
      </Box>
      <Box fontSize="sm" color="ink.muted" truncate>
        To {license.brand_name}
      </Box>
      <SoldMoney license={license} />
    </td>
    <td role="cell" data-label="License">
      {licenseTypeTitles[license.license_type]}
      {license.quantity > 1 && ` × ${license.quantity}`}
    </td>
    <td role="cell" data-label="Price" data-numeric>
      <Money cents={license.price_money.amount_cents} />
    </td>
    <td role="cell" data-label="Term (UTC)">
      <UtcDay instant={license.start_date} />
      <Box color="ink.muted">{license.end_date ? <EndDate at={license.end_date} /> : 'No end date'}</Box>
    </td>
    <LicenseActions license={license} onView={onAct} pdf="PDF" />
  </>
);

const NothingSold = ({ hasContent }: { hasContent: boolean }) => (
  <EmptyState
    sentence="Nothing has been licensed yet. When a brand buys a license, its agreement appears here."
    action={
      hasContent ? (
        <ButtonLink to={`${paths.creator.dashboard}?tab=content`} variant="secondary">
          Review your content
        </ButtonLink>
      ) : (
        <ButtonLink to={paths.creator.upload}>Add Content</ButtonLink>
      )
    }
  />
);

/**
 * The licenses that the creator has sold. A new sale from the live view is announced rather than inserted, so that
 * nothing moves.
 */
export const SoldLicenses = () => {
  const shown = usePagedList(soldLicenses, '', anyPosition);
  const { refresh } = shown;
  const { status, reading, items } = shown.list;
  const announce = useSetAtom(soldLicenses.announceAtom);
  const catchUp = useSetAtom(soldLicenses.noteMissedAtom);
  const moneyPosition = useAtomValue(moneyPositionAtom);
  const dashboard = useAtomValue(creatorDashboardAtom);
  const sales = dashboard?.sales;
  const [viewed, setViewed] = useState<LicenseRow | null>(null);
  const isIdle = reading === null;
  const isEmpty = status === 'loaded' && items.length === 0;
  const triedFor = useRef<string>(undefined);
  useEffect(() => {
    const newest = sales?.[0]?.license_id;
    if (!isIdle || !sales || !newest) return;
    if (!isEmpty) announce(sales.map((sale) => sale.license_id));
    else if (triedFor.current !== newest) {
      triedFor.current = newest;
      void refresh();
    }
  }, [isIdle, isEmpty, sales, refresh, announce]);
  useEffect(() => {
    // A refund or a dispute changes rows in place.
    if (moneyPosition >= 0) void catchUp(moneyPosition, { inPlace: true });
  }, [catchUp, moneyPosition]);
  const openAgreement = useCallback((license: LicenseRow) => setViewed(license), []);
  return (
    <>
      <PagedRows
        {...shown}
        label="Licenses"
        caption="Licenses"
        noun="new license"
        columns={columns}
        Entry={LicenseEntry}
        onAct={openAgreement}
        loading="Loading your licenses"
        failed="Error loading licenses"
        empty={isEmpty && isIdle && <NothingSold hasContent={(dashboard?.total_content ?? 0) > 0} />}
      >
        <Box role="status" color="ink.muted" fontSize="sm" minH="24px">
          {countText(shown.list, 'license')}
        </Box>
      </PagedRows>
      {viewed && <AgreementDrawer license={viewed} onClose={() => setViewed(null)} />}
    </>
  );
};
