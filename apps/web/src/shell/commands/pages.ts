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
  { words: 'Notifications', to: paths.notifications, icon: Bell, also: 'news bell' },
  { words: 'Account', to: paths.account, icon: SquareUserRound, also: 'settings profile name phone' },
  { words: 'Emails', to: paths.accountPart('emails'), icon: Mail, also: 'settings mails' },
  { words: 'Password and sign-in', to: paths.accountPart('sign-in'), icon: KeyRound, also: 'change security' },
  { words: 'Second factor', to: paths.accountPart('second-factor'), icon: ShieldCheck, also: 'passkey authenticator' },
  { words: 'Your data', to: paths.accountPart('data'), icon: FileText, also: 'download export privacy delete' },
];

const everybody: readonly Place[] = [
  { words: 'Help', to: paths.help, icon: CircleQuestionMark, also: 'questions answers support' },
  { words: 'Privacy Policy', to: paths.privacy, icon: ScrollText, also: 'data legal' },
  { words: 'Terms of Service', to: paths.terms, icon: ScrollText, also: 'legal' },
];

/** Where everyone may go, in the order in which it is asked for. */
export const pagesFor: Readonly<Record<Role | 'visitor', readonly Place[]>> = {
  creator: [
    { words: 'Dashboard', to: paths.creator.dashboard, icon: SquareUserRound, also: 'figures earnings home' },
    { words: 'My content', to: `${paths.creator.dashboard}?tab=content`, icon: Images, also: 'items photos videos' },
    { words: 'Licenses sold', to: paths.creator.licenses, icon: ScrollText, also: 'sales agreements orders' },
    { words: 'Upload Content', to: paths.creator.upload, icon: Upload, also: 'new photo video add publish' },
    { words: 'Batch Upload', to: paths.creator.batchUpload, icon: Images, also: 'new photos videos add many' },
    { words: 'Payouts', to: paths.creator.payouts, icon: Wallet, also: 'money balance' },
    { words: 'Statements', to: paths.creator.statement, icon: Receipt, also: 'tax year money' },
    { words: 'Referrals', to: paths.creator.referrals, icon: Users, also: 'invite codes rewards' },
    { words: 'Marketplace', to: paths.marketplace, icon: LayoutGrid, also: 'browse' },
    { words: 'Public page', to: paths.accountPart('page'), icon: IdCard, also: 'handle bio links' },
    { words: 'Payout details', to: paths.accountPart('profile'), icon: Wallet, also: 'bank venmo paypal' },
    ...account,
    ...everybody,
  ],
  brand: [
    { words: 'Marketplace', to: paths.brand.marketplace, icon: LayoutGrid, also: 'browse photos videos' },
    { words: 'Dashboard', to: paths.brand.dashboard, icon: SquareUserRound, also: 'home figures' },
    { words: 'Licenses', to: paths.brand.licenses, icon: ScrollText, also: 'agreements downloads vault orders' },
    { words: 'Boards', to: paths.brand.boards, icon: Bookmark, also: 'saved collections' },
    { words: 'Cart', to: paths.brand.cart, icon: ShoppingBag, also: 'bag checkout buy' },
    { words: 'Billing details', to: paths.accountPart('billing'), icon: Receipt, also: 'invoice company tax address' },
    ...account,
    ...everybody,
  ],
  visitor: [
    { words: 'Home', to: paths.home, icon: House },
    { words: 'Marketplace', to: paths.marketplace, icon: LayoutGrid, also: 'browse photos videos' },
    { words: 'Saved', to: paths.saved, icon: Bookmark, also: 'boards' },
    { words: 'Sign in', to: paths.signIn, icon: LogIn, also: 'log in' },
    { words: 'Create an account', to: paths.auth, icon: UserPlus, also: 'sign up register creator brand' },
    ...everybody,
  ],
};
