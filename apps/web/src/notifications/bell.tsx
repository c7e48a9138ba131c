import { VisuallyHidden } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Bell as BellIcon } from 'lucide-react';
import { lazy, useState } from 'react';
import { plural } from '../kernel/plural.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { CountBadge } from '../ui/controls/count-badge.tsx';
import { OnDemand } from '../ui/menu/on-demand.tsx';
import { unreadAtom } from './notifications.atoms.ts';

const BellMenu = lazy(async () => ({ default: (await import('./bell-menu.tsx')).BellMenu }));

const shownMax = 99;

/** The same to the eye and to a screen reader. */
const shownOf = (unread: number) => (unread > shownMax ? `${shownMax}+` : String(unread));

/** Told to a screen reader when there are more of them than before, not when a page opens or some are read. */
const useRisenTo = (unread: number) => {
  const [heard, setHeard] = useState({ unread, risenTo: 0 });
  if (heard.unread !== unread) setHeard({ unread, risenTo: unread > heard.unread ? unread : 0 });
  return heard.risenTo;
};

const OwnBell = () => {
  const unread = useAtomValue(unreadAtom, { store });
  const risenTo = useRisenTo(unread);
  const shown = shownOf(unread);
  return (
    <>
      <VisuallyHidden role="status">{risenTo > 0 && plural(risenTo, 'unread notification')}</VisuallyHidden>
      <OnDemand
        trigger={{
          position: 'relative',
          'aria-label': unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`,
          'aria-haspopup': 'menu',
          children: (
            <>
              <BellIcon size={18} strokeWidth={1.5} aria-hidden />
              {unread > 0 && <CountBadge testId="unread-count">{shown}</CountBadge>}
            </>
          ),
        }}
        opened={(trigger) => <BellMenu trigger={trigger} />}
      />
    </>
  );
};

/** What happened to one's own, in the header of creators and brands: how much of it is unread, and what it was. */
export const Bell = () => {
  const session = useAtomValue(sessionAtom, { store });
  return session?.role ? <OwnBell key={session.userId} /> : null;
};
