import { VisuallyHidden } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Bell as BellIcon } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { ComponentProps } from 'react';
import { plural } from '../kernel/plural.ts';
import { sessionAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { Button } from '../ui/controls/button.tsx';
import { CountBadge } from '../ui/controls/count-badge.tsx';
import { unreadAtom } from './notifications.atoms.ts';

const BellMenu = lazy(async () => ({ default: (await import('./bell-menu.tsx')).BellMenu }));

const shownMax = 99;

/** The same to the eye and to a screen reader. */
const shownOf = (unread: number) => (unread > shownMax ? `${shownMax}+` : String(unread));

/** Looks the same whether or not it opens something. */
const Look = ({ unread, ...button }: { readonly unread: number } & ComponentProps<'button'>) => (
  <Button
    variant="ghost"
    size="icon"
    position="relative"
    aria-label={unread === 0 ? 'Notifications' : `Notifications, ${shownOf(unread)} unread`}
    aria-haspopup="menu"
    {...button}
  >
    <BellIcon size={18} strokeWidth={1.5} aria-hidden />
    {unread > 0 && <CountBadge testId="unread-count">{shownOf(unread)}</CountBadge>}
  </Button>
);

/** Told to a screen reader when there are more of them than before, not when a page opens or some are read. */
const useRisenTo = (unread: number) => {
  const [heard, setHeard] = useState({ unread, risenTo: 0 });
  if (heard.unread !== unread) setHeard({ unread, risenTo: unread > heard.unread ? unread : 0 });
  return heard.risenTo;
};

const OwnBell = () => {
  const unread = useAtomValue(unreadAtom, { store });
  const risenTo = useRisenTo(unread);
  const [wanted, setWanted] = useState(false);
  const still = <Look unread={unread} onClick={() => setWanted(true)} />;
  return (
    <>
      <VisuallyHidden role="status">{risenTo > 0 && plural(risenTo, 'unread notification')}</VisuallyHidden>
      {wanted ? (
        <Suspense fallback={still}>
          <BellMenu trigger={<Look unread={unread} />} />
        </Suspense>
      ) : (
        still
      )}
    </>
  );
};

/** What happened to one's own, in the header of creators and brands: how much of it is unread, and what it was. */
export const Bell = () => {
  const session = useAtomValue(sessionAtom, { store });
  return session?.role ? <OwnBell key={session.userId} /> : null;
};
