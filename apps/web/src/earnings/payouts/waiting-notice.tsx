import type { Waiting } from '@tessera/contract/money/earnings';
import type { WaitingCode } from '@tessera/domain/payouts/waiting';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/layout/notice.tsx';

interface Look {
  readonly tone: 'accent' | 'waiting' | 'trouble';
  /** What leads to where it can be put right; there is nothing to do where it is missing. */
  readonly action?: string;
}

const looks: Readonly<Record<WaitingCode, Look>> = {
  on_hold: { tone: 'waiting' },
  no_details: { tone: 'trouble', action: 'Add payout details' },
  payout_returned: { tone: 'trouble', action: 'Check payout details' },
  payout_failed: { tone: 'trouble', action: 'Check payout details' },
  details_changed: { tone: 'waiting', action: 'Go to my account' },
  negative_balance: { tone: 'waiting' },
  below_minimum: { tone: 'accent' },
  disputed: { tone: 'accent' },
};

/** Leads to where payout details and password are changed. */
export const ToAccount = ({ children }: { children: string }) => (
  <ButtonLink to={paths.account} variant="secondary" size="sm">
    {children}
  </ButtonLink>
);

/** Why some of the money waits, and what to do about it. */
export const WaitingNotice = ({ waiting: { code, title, message } }: { waiting: Waiting }) => {
  const { tone, action } = looks[code];
  return (
    <Notice tone={tone} title={title} action={action && <ToAccount>{action}</ToAccount>}>
      {message}
    </Notice>
  );
};
