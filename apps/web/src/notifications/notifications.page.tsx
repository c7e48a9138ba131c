import { Box, chakra } from '@chakra-ui/react';
import type { NotificationRow } from '@tessera/contract/notifications';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { sessionAtom } from '../kernel/session.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { EmptyState, LoadFailed } from '../ui/layout/empty-state.tsx';
import { Page, PageHeading } from '../ui/layout/page.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { markRead, ownNotificationsAtom } from './notifications.atoms.ts';
import { NotificationSummary } from './notification-summary.tsx';
import { emptyText, pathOf } from './notification-text.ts';

const RowLink = chakra(Link, {
  base: { display: 'block', py: '4', px: { base: '0', md: '3' }, mx: { md: '-3' }, _hover: { bg: 'sunken' } },
});

const Entry = ({ row }: { row: NotificationRow }) => (
  <chakra.li borderBottomWidth="1px" borderColor="hairline">
    <RowLink to={pathOf(row)} onClick={() => !row.read && void markRead(row.id, false)}>
      <NotificationSummary row={row} />
    </RowLink>
  </chakra.li>
);

const Loading = () => (
  <Box aria-hidden>
    {Array.from({ length: 5 }, (_, place) => (
      <Skeleton key={place} h="11" my="4" />
    ))}
  </Box>
);

/** All of the account's notifications that are kept. */
export const NotificationsPage = () => {
  const { rows, hasFailed, reload } = useAtomValue(ownNotificationsAtom);
  const role = useAtomValue(sessionAtom)?.role ?? 'creator';
  const newest = rows?.[0];
  const hasUnread = rows?.some(({ read }) => !read) ?? false;
  return (
    <Page title="Notifications">
      <PageHeading
        intro="News about your work, your money and your licenses, newest first."
        actions={
          <>
            <Button variant="secondary" disabled={!hasUnread} onClick={() => newest && void markRead(newest.id, true)}>
              Mark all as read
            </Button>
            <ButtonLink to={paths.account} variant="ghost">
              Email settings
            </ButtonLink>
          </>
        }
      >
        Notifications
      </PageHeading>
      {rows && rows.length > 0 && (
        <chakra.ul listStyleType="none" aria-label="Notifications" borderTopWidth="1px" borderColor="hairline">
          {rows.map((row) => (
            <Entry key={row.id} row={row} />
          ))}
        </chakra.ul>
      )}
      {rows?.length === 0 && <EmptyState sentence={emptyText[role]} />}
      {!rows && !hasFailed && <Loading />}
      {!rows && hasFailed && <LoadFailed what="Your notifications" onTryAgain={reload} />}
    </Page>
  );
};

export { NotificationsPage as Component };
