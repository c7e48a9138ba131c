import { Box } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Suspense, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { brandNameAtom } from '../accounts/public.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { LiveDot } from '../ui/layout/live-dot.tsx';
import { LoadingScreen } from '../ui/layout/loading-screen.tsx';
import { Page, PageHeading } from '../ui/layout/page.tsx';
import { brandFiguresAtom, LicenseVault } from '../licenses/public.ts';
import { Overview } from './overview.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';
import { lazyPart } from '../kernel/lazy-component.tsx';

const Marketing = lazyPart(async () => ({ default: (await import('./marketing.tsx')).Marketing }));

const tabs = [
  { value: 'overview', title: 'Overview' },
  { value: 'marketing', title: 'Marketing' },
  { value: 'licenses', title: 'Licenses' },
] as const;

/** The selected tab, which is kept in the address. */
const useTab = () => {
  const [search, setSearch] = useSearchParams();
  const requested = search.get('tab');
  const { value } = tabs.find((tab) => tab.value === requested) ?? tabs[0];
  return [value, (tab: string) => setSearch({ tab }, { replace: true })] as const;
};

export const BrandDashboardPage = () => {
  // Read here, so that the live subscription stays up in every tab.
  const figures = useAtomValue(brandFiguresAtom)?.figures;
  const brandName = useAtomValue(brandNameAtom);
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
            Your licenses and what they allow, always up to date. <LiveDot />
          </Box>
        }
        actions={<ButtonLink to={paths.marketplace}>Go to Marketplace</ButtonLink>}
      >
        {brandName ?? 'Brand Dashboard'}
      </PageHeading>
      <Tabs.Root value={tab} onValueChange={({ value }) => setTab(value)} unmountOnExit>
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
          <Suspense fallback={<LoadingScreen />}>
            <Marketing onSaved={showOverview} />
          </Suspense>
        </Tabs.Content>
        <Tabs.Content value="licenses">
          <LicenseVault figures={figures} />
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
};

export { BrandDashboardPage as Component };
