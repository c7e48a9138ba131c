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

/** The pages of the admin, in the order of their navigation. */
export const rooms: readonly Place[] = [
  { to: paths.admin.home, words: 'Counts', icon: Gauge, also: 'dashboard home' },
  { to: paths.admin.money, words: 'Money', icon: ChartLine, also: 'revenue reconciliation books' },
  { to: paths.admin.payouts, words: 'Payouts', icon: Banknote, also: 'runs holds' },
  { to: paths.admin.refunds, words: 'Refunds', icon: Undo2, also: 'licenses' },
  { to: paths.admin.disputes, words: 'Disputes', icon: ScrollText, also: 'evidence bank' },
  {
    to: paths.admin.reports,
    words: 'Reports',
    icon: MessageSquareWarning,
    also: 'items complaints copyright takedown',
  },
  { to: paths.admin.referrals, words: 'Referrals', icon: Users, also: 'review rewards' },
  { to: paths.admin.events, words: 'Events', icon: ListTree, also: 'log audit' },
  { to: paths.admin.views, words: 'Views', icon: RefreshCcw, also: 'replay parked' },
  { to: paths.admin.status, words: 'Integrations', icon: Cable, also: 'status store automation' },
];
