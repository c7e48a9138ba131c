import {
  Banknote,
  Cable,
  ChartLine,
  Gauge,
  ListTree,
  MessageSquareWarning,
  RefreshCcw,
  ScrollText,
  Undo2,
  Users,
} from 'lucide-react';
import { paths } from '../paths.ts';
import type { Place } from '../ui/commands/commands.tsx';

/** The admin pages, in navigation order. */
export const adminPages: readonly Place[] = [
  { to: paths.admin.home, words: 'Overview', icon: Gauge, keywords: 'counts dashboard home' },
  { to: paths.admin.money, words: 'Money', icon: ChartLine, keywords: 'revenue reconciliation books' },
  { to: paths.admin.payouts, words: 'Payouts', icon: Banknote, keywords: 'runs holds' },
  { to: paths.admin.refunds, words: 'Refunds', icon: Undo2, keywords: 'licenses' },
  { to: paths.admin.disputes, words: 'Disputes', icon: ScrollText, keywords: 'evidence bank' },
  {
    to: paths.admin.reports,
    words: 'Reports',
    icon: MessageSquareWarning,
    keywords: 'items complaints copyright takedown',
  },
  { to: paths.admin.referrals, words: 'Referrals', icon: Users, keywords: 'review rewards' },
  { to: paths.admin.events, words: 'Events', icon: ListTree, keywords: 'log audit' },
  { to: paths.admin.views, words: 'Views', icon: RefreshCcw, keywords: 'replay parked' },
  { to: paths.admin.status, words: 'Integrations', icon: Cable, keywords: 'status store automation' },
];
