import { useAtomValue, useSetAtom } from 'jotai';
import { Bookmark, Image, Keyboard, LogOut, Package, ScrollText, Search, Wallet } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { sessionAtom } from '../../kernel/session.ts';
import type { Role } from '../../kernel/session.ts';
import { signOutAtom } from '../../kernel/sign-out.atoms.ts';
import { paths } from '../../paths.ts';
import { CommandMenu } from '../../ui/commands/command-menu.tsx';
import { suggestFrom, commandIconProps, pageCommands } from '../../ui/commands/commands.tsx';
import type { Command, Finder } from '../../ui/commands/commands.tsx';
import { overlayAtom } from '../../ui/commands/overlay.atoms.ts';
import { themeModeAtom } from '../theme/theme-mode.ts';
import { themeModes } from '../theme/theme-modes.ts';
import {
  findBoards,
  findHeldLicenses,
  findMarketItems,
  findOrders,
  findOwnItems,
  findPayouts,
  findSoldLicenses,
} from './find.ts';
import { pagesFor } from './pages.ts';

type Who = Role | 'visitor';

const market: Finder = { name: 'Marketplace', icon: Image, find: (typed) => findMarketItems(typed, paths.item) };

/** Leads to all that has the words, whatever was found of it here. */
const everything = (list: string): Finder => ({
  name: 'Search',
  icon: Search,
  find: async (typed) => {
    const to = `${list}?${new URLSearchParams({ search: typed })}`;
    return [{ key: 'search', words: `Search the marketplace for “${typed}”`, to }];
  },
});

/** What is looked for, for whom. */
const findersOf: Readonly<Record<Who, readonly Finder[]>> = {
  creator: [
    { name: 'Your items', icon: Image, find: findOwnItems },
    { name: 'Licenses sold', icon: ScrollText, find: findSoldLicenses },
    { name: 'Your payouts', icon: Wallet, find: findPayouts },
    market,
    everything(paths.marketplace),
  ],
  brand: [
    { ...market, find: (typed) => findMarketItems(typed, paths.brand.item) },
    { name: 'Your licenses', icon: ScrollText, find: findHeldLicenses },
    { name: 'Your orders', icon: Package, find: findOrders },
    { name: 'Your boards', icon: Bookmark, find: findBoards },
    everything(paths.brand.marketplace),
  ],
  visitor: [market, everything(paths.marketplace)],
};

const placeholders: Readonly<Record<Who, string>> = {
  creator: 'Pages, items, licenses, payouts…',
  brand: 'Pages, items, licenses, orders, boards…',
  visitor: 'Pages and items…',
};

const useActions = (who: Who): readonly Command[] => {
  const setMode = useSetAtom(themeModeAtom);
  const open = useSetAtom(overlayAtom);
  const signOut = useSetAtom(signOutAtom);
  const themes = themeModes.map(({ mode, label, icon: Icon }) => ({
    key: `theme-${mode}`,
    words: `${label} theme`,
    keywords: 'colors appearance mode',
    icon: <Icon {...commandIconProps} />,
    choose: () => setMode(mode),
  }));
  const keys = {
    key: 'keys',
    words: 'Keyboard shortcuts',
    keywords: 'keys help',
    icon: <Keyboard {...commandIconProps} />,
    choose: () => open('keys'),
  };
  const leaving = {
    key: 'sign-out',
    words: 'Sign out',
    keywords: 'log out leave',
    icon: <LogOut {...commandIconProps} />,
    choose: () => void signOut(),
  };
  return [...themes, keys, ...(who === 'visitor' ? [] : [leaving])];
};

/** The command menu of the marketplace: creators and brands find what is theirs. */
export const SiteCommands = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate();
  const who = useAtomValue(sessionAtom)?.role ?? 'visitor';
  const actions = useActions(who);
  const go = (to: string) => void navigate(to);
  const commands = [pageCommands(pagesFor[who], go), { name: 'Actions', suggestions: actions }];
  const find = useMemo(() => suggestFrom(findersOf[who], (to) => void navigate(to)), [who, navigate]);
  return <CommandMenu placeholder={placeholders[who]} commands={commands} find={find} onClose={onClose} />;
};
