import { useSetAtom } from 'jotai';
import { Banknote, Fingerprint, Keyboard, ListTree, LogOut, ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { CommandMenu } from '../../ui/commands/command-menu.tsx';
import { suggestFrom, commandIconProps, pageCommands } from '../../ui/commands/commands.tsx';
import type { Finder } from '../../ui/commands/commands.tsx';
import { overlayAtom } from '../../ui/commands/overlay.atoms.ts';
import { adminSignOut } from '../admin-session.atoms.ts';
import { adminPages } from '../admin-pages.ts';
import { findById, findEvents, findLicense, findRuns } from './find.ts';

const finders: readonly Finder[] = [
  { name: 'People, items, orders', icon: Fingerprint, find: findById },
  { name: 'Licenses', icon: ScrollText, find: findLicense },
  { name: 'Payout runs', icon: Banknote, find: findRuns },
  { name: 'Events', icon: ListTree, find: findEvents },
];

/**
 * The admin's command menu. It finds pages, people, items, orders, licenses, payout runs and events from any admin
 * page.
 */
export const AdminCommands = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate();
  const open = useSetAtom(overlayAtom);
  const go = (to: string) => void navigate(to);
  const actions = [
    {
      key: 'keys',
      words: 'Keyboard shortcuts',
      keywords: 'keys help',
      icon: <Keyboard {...commandIconProps} />,
      choose: () => open('keys'),
    },
    {
      key: 'log-out',
      words: 'Logout',
      keywords: 'sign out leave log',
      icon: <LogOut {...commandIconProps} />,
      choose: () => void adminSignOut(),
    },
  ];
  const find = useMemo(() => suggestFrom(finders, (to) => void navigate(to)), [navigate]);
  return (
    <CommandMenu
      placeholder="Pages, event types, dates of payout runs, or any ID…"
      commands={[pageCommands(adminPages, go), { name: 'Actions', suggestions: actions }]}
      find={find}
      onClose={onClose}
    />
  );
};
