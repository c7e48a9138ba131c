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
} from './finders.ts';
import { pagesFor } from './pages.ts';

type Audience = Role | 'visitor';

const market: Finder = { name: 'Marketplace', icon: Image, find: (typed) => findMarketItems(typed, paths.item) };

/** Always offers to search the marketplace itself. */
const fullSearch = (list: string): Finder => ({
  name: 'Search',
  icon: Search,
  find: async (typed) => {
    const to = `${list}?${new URLSearchParams({ search: typed })}`;
    return [{ key: 'search', words: `Search the marketplace for “${typed}”`, isQuote: true, to }];
  },
});

/** What each audience can search for. */
const findersOf: Readonly<Record<Audience, readonly Finder[]>> = {
  creator: [
    { name: 'Your items', icon: Image, find: findOwnItems },
    { name: 'Licenses sold', icon: ScrollText, find: findSoldLicenses },
    { name: 'Your payouts', icon: Wallet, find: findPayouts },
    market,
    fullSearch(paths.marketplace),
  ],
  brand: [
    { ...market, find: (typed) => findMarketItems(typed, paths.brand.item) },
    { name: 'Your licenses', icon: ScrollText, find: findHeldLicenses },
    { name: 'Your orders', icon: Package, find: findOrders },
    { name: 'Your boards', icon: Bookmark, find: findBoards },
    fullSearch(paths.brand.marketplace),
  ],
  visitor: [market, fullSearch(paths.marketplace)],
};

const placeholders: Readonly<Record<Audience, string>> = {
  creator: 'Pages, items, licenses, payouts…',
  brand: 'Pages, items, licenses, orders, boards…',
  visitor: 'Pages and items…',
};

const useActions = (audience: Audience): readonly Command[] => {
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
  return [...themes, keys, ...(audience === 'visitor' ? [] : [leaving])];
};

/** The command menu of the marketplace, in which creators and brands also find their own items. */
export const SiteCommands = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate();
  const audience = useAtomValue(sessionAtom)?.role ?? 'visitor';
  const actions = useActions(audience);
  const go = (to: string) => void navigate(to);
  const commands = [pageCommands(pagesFor[audience], go), { name: 'Actions', suggestions: actions }];
  const find = useMemo(() => suggestFrom(findersOf[audience], (to) => void navigate(to)), [audience, navigate]);
  return <CommandMenu placeholder={placeholders[audience]} commands={commands} find={find} onClose={onClose} />;
};
