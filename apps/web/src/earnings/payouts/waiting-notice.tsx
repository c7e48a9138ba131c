import type { Waiting } from '@tessera/contract/money/earnings';
import type { WaitingCode } from '@tessera/domain/payouts/waiting';
import { paths } from '../../paths.ts';
import { Notice, NoticeLink } from '../../ui/layout/notice.tsx';

interface NoticeProps {
  readonly tone: 'accent' | 'waiting' | 'trouble';
  /** The text of a link to where the creator can fix it; missing if there is nothing to do. */
  readonly action?: string;
}

const noticeProps: Readonly<Record<WaitingCode, NoticeProps>> = {
  on_hold: { tone: 'waiting' },
  no_details: { tone: 'trouble', action: 'Add payout details' },
  email_unconfirmed: { tone: 'waiting' },
  payout_returned: { tone: 'trouble', action: 'Check payout details' },
  payout_failed: { tone: 'trouble', action: 'Check payout details' },
  details_changed: { tone: 'waiting', action: 'Go to my account' },
  negative_balance: { tone: 'waiting' },
  below_minimum: { tone: 'accent' },
  disputed: { tone: 'accent' },
};

/** A link to where payout details and the password can be changed. */
export const AccountLink = ({ children }: { children: string }) => (
  <NoticeLink to={paths.account}>{children}</NoticeLink>
);

/** Why some of the money is held, and what to do about it. */
export const WaitingNotice = ({ waiting: { code, title, message } }: { waiting: Waiting }) => {
  const { tone, action } = noticeProps[code];
  return (
    <Notice tone={tone} title={title} action={action && <AccountLink>{action}</AccountLink>}>
      {message}
    </Notice>
  );
};
