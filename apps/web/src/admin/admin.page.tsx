import { Grid, Stack } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Figure } from '../ui/facts/figure.tsx';
import { LiveDot } from '../ui/layout/live-dot.tsx';
import { PageHeading } from '../ui/layout/page.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { AdminLayout } from './admin-layout.tsx';
import { AdminLogin } from './admin-login.tsx';
import { adminSessionAtom } from './admin-session.atoms.ts';
import { countsAtom } from './counts.atoms.ts';
import { TaskList } from './tasks/task-list.tsx';

const figures = [
  { count: 'creators', label: 'Creators', hint: 'Accounts that license content' },
  { count: 'brands', label: 'Brands', hint: 'Accounts that buy licenses' },
  { count: 'content', label: 'Content items', hint: 'Published by creators' },
  { count: 'licenses', label: 'Licenses purchased', hint: 'Paid for and agreed' },
] as const;

const Counts = () => {
  const counts = useAtomValue(countsAtom);
  return (
    <Grid templateColumns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }} gap={{ base: '3', md: '4' }}>
      {figures.map(({ count, label, hint }) =>
        counts ? (
          <Figure key={count} label={label} value={counts[count]} hint={hint} />
        ) : (
          <Skeleton key={count} h="122px" aria-label={`Loading ${label}`} />
        ),
      )}
    </Grid>
  );
};

export const AdminPage = () => {
  const session = useAtomValue(adminSessionAtom);
  if (!session) return <AdminLogin />;
  return (
    <AdminLayout title="Admin">
      <PageHeading intro={<LiveDot />}>The marketplace right now</PageHeading>
      <Stack gap={{ base: '4', md: '6' }}>
        <Counts />
        <TaskList />
      </Stack>
    </AdminLayout>
  );
};

export { AdminPage as Component };
