import type { LicenseDispute } from '@tessera/contract/licenses';
import { Money } from '../../ui/facts/money.tsx';
import { UtcDay } from '../../ui/facts/times.tsx';
import { Notice } from '../../ui/layout/notice.tsx';

const Day = ({ at }: { at: string | null }) =>
  at && (
    <>
      on <UtcDay instant={at} /> (UTC)
    </>
  );

/** Tells the brand how the dispute over its payment stands. */
export const DisputeNotice = ({ dispute }: { dispute: LicenseDispute }) => {
  const { standing, amount_money, opened_at, decided_at } = dispute;
  const amount = <Money cents={amount_money.amount_cents} />;
  switch (standing) {
    case 'open':
      return (
        <Notice tone="waiting" title="The payment is disputed">
          Your bank took back {amount} <Day at={opened_at} />, because someone disputed the payment for this license.
          Until the bank decides, the creator’s part is set aside and isn’t paid out; your license stays as it is. If
          it’s a mistake, please ask your bank to withdraw the dispute.
        </Notice>
      );
    case 'won':
      return (
        <Notice tone="accent" title="The dispute is over">
          The bank decided <Day at={decided_at} /> that the payment of {amount} stands, and so does your license.
        </Notice>
      );
    case 'lost':
      return (
        <Notice tone="accent" title="The dispute is over">
          The bank decided <Day at={decided_at} /> that {amount} goes back to you.
        </Notice>
      );
  }
};
