import {
  Bell,
  Bookmark,
  CircleQuestionMark,
  FileText,
  House,
  IdCard,
  Images,
  KeyRound,
  LayoutGrid,
  LogIn,
  Mail,
  Receipt,
  ScrollText,
  ShieldCheck,
  ShoppingBag,
  SquareUserRound,
  Upload,
  UserPlus,
  Users,
  Wallet,
} from 'lucide-react';
import type { Role } from '../../kernel/session.ts';
import { paths } from '../../paths.ts';
import type { Place } from '../../ui/commands/commands.tsx';

const account: readonly Place[] = [
  { words: 'Notifications', to: paths.notifications, icon: Bell, keywords: 'news bell' },
  { words: 'Account', to: paths.account, icon: SquareUserRound, keywords: 'settings profile name phone' },
  { words: 'Emails', to: paths.accountPart('emails'), icon: Mail, keywords: 'settings mails' },
  { words: 'Password and sign-in', to: paths.accountPart('sign-in'), icon: KeyRound, keywords: 'change security' },
  {
    words: 'Second factor',
    to: paths.accountPart('second-factor'),
    icon: ShieldCheck,
    keywords: 'passkey authenticator',
  },
  { words: 'Your data', to: paths.accountPart('data'), icon: FileText, keywords: 'download export privacy delete' },
];

const everybody: readonly Place[] = [
  { words: 'Help', to: paths.help, icon: CircleQuestionMark, keywords: 'questions answers support' },
  { words: 'Privacy Policy', to: paths.privacy, icon: ScrollText, keywords: 'data legal' },
  { words: 'Terms of Service', to: paths.terms, icon: ScrollText, keywords: 'legal' },
];

/** The pages that each role can go to, the most requested first. */
export const pagesFor: Readonly<Record<Role | 'visitor', readonly Place[]>> = {
  creator: [
    { words: 'Dashboard', to: paths.creator.dashboard, icon: SquareUserRound, keywords: 'figures earnings home' },
    {
      words: 'My content',
      to: `${paths.creator.dashboard}?tab=content`,
      icon: Images,
      keywords: 'items photos videos',
    },
    { words: 'Licenses sold', to: paths.creator.licenses, icon: ScrollText, keywords: 'sales agreements orders' },
    { words: 'Upload Content', to: paths.creator.upload, icon: Upload, keywords: 'new photo video add publish' },
    { words: 'Batch Upload', to: paths.creator.batchUpload, icon: Images, keywords: 'new photos videos add many' },
    { words: 'Payouts', to: paths.creator.payouts, icon: Wallet, keywords: 'money balance' },
    { words: 'Statements', to: paths.creator.statement, icon: Receipt, keywords: 'tax year money' },
    { words: 'Referrals', to: paths.creator.referrals, icon: Users, keywords: 'invite codes rewards' },
    { words: 'Marketplace', to: paths.marketplace, icon: LayoutGrid, keywords: 'browse' },
    { words: 'Public page', to: paths.accountPart('page'), icon: IdCard, keywords: 'handle bio links' },
    { words: 'Payout details', to: paths.accountPart('profile'), icon: Wallet, keywords: 'bank venmo paypal' },
    ...account,
    ...everybody,
  ],
  brand: [
    { words: 'Marketplace', to: paths.brand.marketplace, icon: LayoutGrid, keywords: 'browse photos videos' },
    { words: 'Dashboard', to: paths.brand.dashboard, icon: SquareUserRound, keywords: 'home figures' },
    { words: 'Licenses', to: paths.brand.licenses, icon: ScrollText, keywords: 'agreements downloads vault orders' },
    { words: 'Orders', to: paths.brand.orders, icon: Receipt, keywords: 'purchases invoices paid' },
    { words: 'Boards', to: paths.brand.boards, icon: Bookmark, keywords: 'saved collections' },
    { words: 'Cart', to: paths.brand.cart, icon: ShoppingBag, keywords: 'bag checkout buy' },
    {
      words: 'Billing details',
      to: paths.accountPart('billing'),
      icon: Receipt,
      keywords: 'invoice company tax address',
    },
    ...account,
    ...everybody,
  ],
  visitor: [
    { words: 'Home', to: paths.home, icon: House },
    { words: 'Marketplace', to: paths.marketplace, icon: LayoutGrid, keywords: 'browse photos videos' },
    { words: 'Saved items', to: paths.saved, icon: Bookmark, keywords: 'boards' },
    { words: 'Sign in', to: paths.signIn, icon: LogIn, keywords: 'log in' },
    { words: 'Create an account', to: paths.auth, icon: UserPlus, keywords: 'sign up register creator brand' },
    ...everybody,
  ],
};
