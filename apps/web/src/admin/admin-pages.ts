import {
  Banknote,
  Cable,
  ChartLine,
  Gauge,
  ListTree,
  Mail,
  MessageSquareWarning,
  RefreshCcw,
  ScrollText,
  Undo2,
  Users,
} from 'lucide-react';
import { paths } from '../paths.ts';
import type { Place } from '../ui/commands/commands.tsx';
import type { Queue } from './tasks/tasks.atoms.ts';

interface AdminPage extends Place {
  /** The tasks that are decided there. */
  readonly queue?: Queue;
}

/** The admin pages, in navigation order. */
export const adminPages: readonly AdminPage[] = [
  { to: paths.admin.home, words: 'Overview', icon: Gauge, keywords: 'counts dashboard home' },
  { to: paths.admin.money, words: 'Money', icon: ChartLine, keywords: 'revenue reconciliation books' },
  { to: paths.admin.payouts, words: 'Payouts', icon: Banknote, keywords: 'runs holds', queue: 'payouts' },
  { to: paths.admin.refunds, words: 'Refunds', icon: Undo2, keywords: 'licenses', queue: 'refunds' },
  { to: paths.admin.disputes, words: 'Disputes', icon: ScrollText, keywords: 'evidence bank', queue: 'disputes' },
  {
    to: paths.admin.reports,
    words: 'Reports',
    icon: MessageSquareWarning,
    keywords: 'items complaints copyright takedown',
    queue: 'reports',
  },
  { to: paths.admin.referrals, words: 'Referrals', icon: Users, keywords: 'review rewards', queue: 'referrals' },
  { to: paths.admin.mails, words: 'Emails', icon: Mail, keywords: 'mails due undelivered refused' },
  { to: paths.admin.events, words: 'Events', icon: ListTree, keywords: 'log audit' },
  { to: paths.admin.views, words: 'Views', icon: RefreshCcw, keywords: 'replay parked' },
  { to: paths.admin.status, words: 'Integrations', icon: Cable, keywords: 'status store automation' },
];
