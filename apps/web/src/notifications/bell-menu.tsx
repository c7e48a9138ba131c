import { Box, Menu } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { paths } from '../paths.ts';
import { OpenedMenu } from '../ui/menu/opened-menu.tsx';
import { markRead, ownNotificationsAtom, unreadAtom } from './notifications.atoms.ts';
import { NotificationSummary } from './notification-summary.tsx';
import { emptyText, pathOf } from './notification-text.ts';

const shownMax = 6;

const Nothing = ({ hasFailed }: { hasFailed: boolean }) => {
  const role = useAtomValue(sessionAtom, { store })?.role ?? 'creator';
  return (
    <Box px="3" py="6" fontSize="sm" color="ink.muted" textAlign="center" textWrap="balance">
      {hasFailed ? 'Your notifications could not be loaded. Reopen this menu to try again.' : emptyText[role]}
    </Box>
  );
};

/** The newest notifications, as a menu that opens immediately, with a link to the page that has all of them. */
export const BellMenu = ({ trigger }: { trigger: ReactElement }) => {
  const { rows, hasFailed, reload } = useAtomValue(ownNotificationsAtom, { store });
  const unread = useAtomValue(unreadAtom, { store });
  const newest = rows?.[0];
  return (
    <OpenedMenu
      trigger={trigger}
      onOpened={() => hasFailed && reload()}
      w="min(400px, calc(100vw - 32px))"
      maxH="min(560px, calc(100dvh - 96px))"
      display="flex"
      flexDirection="column"
      overflow="hidden"
    >
      <Box px="3" pt="2" pb="2" fontWeight="600" fontSize="sm" flexShrink="0" aria-hidden>
        Notifications
      </Box>
      {/* Only the list scrolls: what is above and below it stays in view. */}
      <Box flex="0 1 auto" minH="0" overflowY="auto" data-testid="newest-notifications">
        {!rows && !hasFailed && (
          <Menu.Item value="loading" disabled>
            Loading your notifications…
          </Menu.Item>
        )}
        {rows?.slice(0, shownMax).map((row) => (
          <Menu.Item
            key={row.id}
            value={row.id}
            asChild
            py="2.5"
            onClick={() => !row.read && void markRead(row.id, false)}
          >
            <Link to={pathOf(row)}>
              <NotificationSummary row={row} />
            </Link>
          </Menu.Item>
        ))}
        {(hasFailed || rows?.length === 0) && <Nothing hasFailed={hasFailed} />}
      </Box>
      <Menu.Separator flexShrink="0" />
      {newest && unread > 0 && (
        <Menu.Item value="mark-all" flexShrink="0" onClick={() => void markRead(newest.id, true)} closeOnSelect={false}>
          Mark all as read
        </Menu.Item>
      )}
      <Menu.Item value="see-all" asChild flexShrink="0">
        <Link to={paths.notifications}>See all notifications</Link>
      </Menu.Item>
    </OpenedMenu>
  );
};
