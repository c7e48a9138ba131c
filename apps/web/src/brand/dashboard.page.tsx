import { Box, Tabs } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { profileAtom } from '../kernel/profile.atoms.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { LiveDot } from '../ui/live-dot.tsx';
import { Page, PageHeading } from '../ui/page.tsx';
import { LicenseList } from './license-list.tsx';
import { brandFiguresAtom, readLicensesAtom } from './licenses.atoms.ts';
import { Marketing } from './marketing.tsx';
import { Overview } from './overview.tsx';

/** The licence list is read once, from the position of a purchase just made, and again when a licence is added. */
const useLicenses = () => {
  const state = useLocation().state as { after?: number } | null;
  const known = useAtomValue(brandFiguresAtom);
  const readLicenses = useSetAtom(readLicensesAtom);
  const after = state?.after;
  const latest = known?.figures.latest_license_id;
  const position = latest ? known.position : undefined;
  const from = Math.max(after ?? 0, position ?? 0);
  useEffect(() => {
    void readLicenses(from > 0 ? from : undefined);
    // The position moves with every event of the view; the list changes with its latest licence alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [readLicenses, after, latest]);
  return known?.figures;
};

const tabs = [
  { value: 'overview', title: 'Overview' },
  { value: 'marketing', title: 'Marketing' },
  { value: 'licenses', title: 'Licenses' },
] as const;

/** The chosen tab, as the address has it. */
const useTab = () => {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const { value } = tabs.find((tab) => tab.value === asked) ?? tabs[0];
  return [value, (tab: string) => setSearch({ tab }, { replace: true })] as const;
};

export const BrandDashboardPage = () => {
  const figures = useLicenses();
  const profile = useAtomValue(profileAtom);
  const [tab, setTab] = useTab();
  const overviewTab = useRef<HTMLButtonElement>(null);
  const showOverview = () => {
    setTab('overview');
    overviewTab.current?.focus();
  };
  return (
    <Page title="Brand Dashboard">
      <PageHeading
        intro={
          <Box as="span" display="inline-flex" flexWrap="wrap" columnGap="4" alignItems="center">
            Your licences and what they allow, always up to date. <LiveDot />
          </Box>
        }
        actions={
          <Button asChild>
            <Link to={paths.marketplace}>Go to Marketplace</Link>
          </Button>
        }
      >
        {profile?.brand_name ?? 'Brand Dashboard'}
      </PageHeading>
      <Tabs.Root value={tab} onValueChange={({ value }) => setTab(value)} lazyMount unmountOnExit>
        <Tabs.List>
          {tabs.map(({ value, title }) => (
            <Tabs.Trigger key={value} value={value} ref={value === 'overview' ? overviewTab : undefined}>
              {title}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="overview">
          <Overview figures={figures} />
        </Tabs.Content>
        <Tabs.Content value="marketing">
          <Marketing onSaved={showOverview} />
        </Tabs.Content>
        <Tabs.Content value="licenses">
          <LicenseList />
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
};
