import { useAtomValue, useSetAtom } from 'jotai';
import { Images, Plus } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { LiveDot } from '../../ui/layout/live-dot.tsx';
import { LoadingScreen } from '../../ui/layout/loading-screen.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { UploadNotices } from '../../uploads/public.ts';
import { creatorDashboardAtom } from './dashboard.atoms.ts';
import { followOwnContentAtom } from '../content/lists.atoms.ts';
import { Overview } from './overview.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { lazyPart } from '../../kernel/lazy-component.tsx';

const MyContent = lazyPart(async () => ({ default: (await import('../content/my-content.tsx')).MyContent }));
const SoldLicenses = lazyPart(async () => ({ default: (await import('../content/sold-licenses.tsx')).SoldLicenses }));

const tabs = [
  { value: 'overview', title: 'Overview', Panel: Overview },
  { value: 'content', title: 'My Content', Panel: MyContent },
  { value: 'licenses', title: 'Licenses', Panel: SoldLicenses },
] as const;

export const CreatorDashboardPage = () => {
  // Subscribed here, so that the connection stays open whichever tab is shown.
  useAtomValue(creatorDashboardAtom);
  const follow = useSetAtom(followOwnContentAtom);
  useEffect(() => follow(), [follow]);
  const [address, setAddress] = useSearchParams();
  const shown = tabs.find((tab) => tab.value === address.get('tab')) ?? tabs[0];
  return (
    <Page title="Creator dashboard">
      <PageHeading
        intro={<LiveDot />}
        actions={
          <>
            <ButtonLink to={paths.creator.batchUpload} variant="secondary">
              <Images size={18} strokeWidth={1.5} aria-hidden /> Batch Upload
            </ButtonLink>
            <ButtonLink to={paths.creator.upload}>
              <Plus size={18} strokeWidth={1.5} aria-hidden /> Add Content
            </ButtonLink>
          </>
        }
      >
        Dashboard
      </PageHeading>
      <UploadNotices />
      <Tabs.Root
        value={shown.value}
        onValueChange={({ value }) => setAddress({ tab: value }, { replace: true })}
        unmountOnExit
      >
        <Tabs.List>
          {tabs.map(({ value, title }) => (
            <Tabs.Trigger key={value} value={value}>
              {title}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map(({ value, Panel }) => (
          <Tabs.Content key={value} value={value}>
            <Suspense fallback={<LoadingScreen />}>
              <Panel />
            </Suspense>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Page>
  );
};

export { CreatorDashboardPage as Component };
