import { on, removes } from '../kernel/view.ts';
import type { Cents } from '../money.ts';
import type { MailPart } from '../notices/mail-part.ts';
import { licenseRefunded, refundDeclined } from './refund.ts';
import { refundRepaid, refundReturned } from './returned-refund.ts';
import { refundMailNotSent, refundMailSent } from './refund-mail.ts';

interface OfMail {
  readonly license_id: string;
  /** Identifies the mail within the license. */
  readonly about: string;
}

interface Unsent extends OfMail {
  readonly brand_id: string;
  /** When the mail became due: ISO 8601. */
  readonly since: string;
}

export type DueRefundMail =
  | (Unsent & { readonly kind: 'declined' })
  | (Unsent & { readonly kind: 'returned' | 'repaid'; readonly amount_cents: Cents })
  | (Unsent & { readonly kind: 'refunded'; readonly amount_cents: Cents; readonly is_whole: boolean });

const keyOf = ({ license_id, about }: OfMail) => `${license_id}/${about}`;
const aboutRefund = ({ refund_number }: { readonly refund_number: number }) => `refund-${refund_number}`;
const aboutReturn = ({ reference }: { readonly reference: string }) => `returned-${reference}`;
const aboutRepayment = ({ recordedAt }: { readonly recordedAt: string }) => `repaid-${Date.parse(recordedAt)}`;
const aboutDecision = ({ recordedAt }: { readonly recordedAt: string }) => `declined-${Date.parse(recordedAt)}`;

/** Mails about refunds that brands still have to get. */
export const dueRefundMails: MailPart<DueRefundMail> = {
  on: [
    on(
      licenseRefunded,
      (data) => keyOf({ license_id: data.license_id, about: aboutRefund(data) }),
      (_unsent, data, { recordedAt: since }): DueRefundMail => {
        const { license_id, brand_id, amount_cents, is_whole } = data;
        return { kind: 'refunded', license_id, about: aboutRefund(data), brand_id, since, amount_cents, is_whole };
      },
    ),
    on(
      refundDeclined,
      ({ license_id }, event) => keyOf({ license_id, about: aboutDecision(event) }),
      (_unsent, { license_id, brand_id }, event): DueRefundMail => ({
        kind: 'declined',
        license_id,
        about: aboutDecision(event),
        brand_id,
        since: event.recordedAt,
      }),
    ),
    on(
      refundReturned,
      (data) => [
        keyOf({ license_id: data.license_id, about: aboutRefund(data) }),
        keyOf({ license_id: data.license_id, about: aboutReturn(data) }),
      ],
      (_unsent, data, { recordedAt: since }, key): DueRefundMail | undefined => {
        const { license_id, brand_id, amount_cents } = data;
        const about = aboutReturn(data);
        // The mail that says that the money is on its way isn't true anymore.
        return key === keyOf({ license_id, about })
          ? { kind: 'returned', license_id, about, brand_id, since, amount_cents }
          : undefined;
      },
    ),
    on(
      refundRepaid,
      ({ license_id }, event) => keyOf({ license_id, about: aboutRepayment(event) }),
      (_unsent, { license_id, brand_id, amount_cents }, event): DueRefundMail => {
        const about = aboutRepayment(event);
        return { kind: 'repaid', license_id, about, brand_id, since: event.recordedAt, amount_cents };
      },
    ),
    removes(refundMailSent, keyOf),
    removes(refundMailNotSent, keyOf),
  ],
  dueAt: ({ since }) => since,
};
