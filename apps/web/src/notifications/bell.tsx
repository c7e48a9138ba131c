import { VisuallyHidden } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Bell as BellIcon } from 'lucide-react';
import { useState } from 'react';
import { plural } from '../kernel/plural.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { CountBadge } from '../ui/controls/count-badge.tsx';
import { OnDemand } from '../ui/menu/on-demand.tsx';
import { unreadAtom } from './notifications.atoms.ts';
import { lazyPart } from '../kernel/lazy-component.tsx';

const BellMenu = lazyPart(async () => ({ default: (await import('./bell-menu.tsx')).BellMenu }));

const shownMax = 99;

/** The count as text, the same for eyes and screen readers. */
const shownOf = (unread: number) => (unread > shownMax ? `${shownMax}+` : String(unread));

/** The count to announce to screen readers: only when it goes up, not when a page opens or some are read. */
const useAnnouncedCount = (unread: number) => {
  const [last, setLast] = useState({ unread, announced: 0 });
  if (last.unread !== unread) setLast({ unread, announced: unread > last.unread ? unread : 0 });
  return last.announced;
};

const OwnBell = () => {
  const unread = useAtomValue(unreadAtom, { store });
  const announced = useAnnouncedCount(unread);
  const shown = shownOf(unread);
  return (
    <>
      <VisuallyHidden role="status">{announced > 0 && plural(announced, 'unread notification')}</VisuallyHidden>
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

/** The bell in the header of creators and brands: the unread count, and a menu of the newest notifications. */
export const Bell = () => {
  const session = useAtomValue(sessionAtom, { store });
  return session?.role ? <OwnBell key={session.userId} /> : null;
};
