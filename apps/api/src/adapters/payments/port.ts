/** A card as typed. It goes to the gateway and nowhere else: never a log, an event, an error or a file. */
export interface Card {
  readonly cardholderName: string;
  readonly cardNumber: string;
  readonly expiry: string;
  readonly cvv: string;
}

/** What is paid, made of the order's events alone: the same for the same key, even after a restart. */
export interface Payment {
  /** The idempotency key: the same key is paid once, whatever else differs. */
  readonly key: string;
  readonly amountCents: number;
  readonly lines: readonly PaymentLine[];
  /** The page of this shop that tells about the order. */
  readonly pageUrl: string;
}

export interface PaymentLine {
  readonly title: string;
  readonly unitCents: number;
  readonly quantity: number;
}

export interface Approved {
  readonly status: 'approved';
  readonly reference: string;
  /** What was paid, in the currency's smallest unit; whoever records it compares it with the order. */
  readonly amountCents: number;
  /** Three small letters, as in ISO 4217. */
  readonly currency: string;
}

export type ChargeOutcome =
  | Approved
  | {
      readonly status: 'declined';
      /** Fit for the payer's eyes. */
      readonly reason: string;
      /** For the operator's log, where the payer can't fix it. */
      readonly detail?: string;
    };

/** Where a payment on a gateway's own page stands. */
export type HostedOutcome =
  | ChargeOutcome
  | { readonly status: 'open'; readonly url: string }
  /** Handed to the bank, which takes its time. */
  | { readonly status: 'pending' };

/** The gateway can't say what became of a charge; asking again later can. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** A message to the webhook that was not signed by the gateway, or not lately. */
export class NoticeRefused extends Error {
  override readonly name = 'NoticeRefused';
}

/** What a gateway tells of its own accord about a payment on its page. */
export interface PaymentNotice {
  readonly kind: 'payment';
  readonly key: string;
  /** The gateway's name of the page that this is about. */
  readonly page: string;
  /** Null for a notice of anything else, after which `settle` finds out where the payment stands. */
  readonly paid: Approved | null;
}

/**
 * What a gateway tells of its own accord. Notices come late, twice and in any order: of a refund or a dispute they say
 * only that there is something to ask about, with `refundsOf` and `dispute`.
 */
export type GatewayMessage =
  | PaymentNotice
  | { readonly kind: 'refund'; readonly payment: string }
  | { readonly kind: 'dispute'; readonly id: string };

/** Money that goes back to who paid: a part of a charge, or all of it. */
export interface Refund {
  /** The idempotency key: the same key is refunded once, whatever else differs. */
  readonly key: string;
  /** Of the charge, as `Approved` gives it. */
  readonly reference: string;
  readonly amountCents: number;
}

export type RefundOutcome =
  | { readonly status: 'refunded'; readonly reference: string }
  /** The bank takes its time: the same question, or a notice, tells the end. */
  | { readonly status: 'pending'; readonly reference: string }
  /** No money went back, or it was returned. `reason` is fit for the operator; another try takes another key. */
  | { readonly status: 'failed'; readonly reason: string };

/** A refund as the gateway has it now, whoever asked for it. */
export interface RefundReport {
  readonly id: string;
  /** Null for one that was made at the gateway itself, by hand. */
  readonly key: string | null;
  readonly amountCents: number;
  readonly status: RefundOutcome['status'];
  /** Of a failed one. */
  readonly reason: string | null;
}

/** One movement of the money at the gateway. Nothing else that it books is listed: no transfers to a bank account. */
export interface GatewayTransaction {
  readonly id: string;
  /** What `dispute` takes, `dispute_won` brings back. */
  readonly kind: 'charge' | 'refund' | 'dispute' | 'dispute_won';
  /** The charge that it belongs to, as `Approved.reference` names it. */
  readonly payment: string;
  /** Of the payment for a charge, of the refund for a refund; null where it bears none of ours, and for disputes. */
  readonly key: string | null;
  /** The effect on cash before fees: negative for what leaves. A refund that its bank returned is positive. */
  readonly amountCents: number;
  /** What the gateway keeps for itself, beside the amount; negative where it gives a fee back. */
  readonly feeCents: number;
  /** Three small letters, as in ISO 4217: of the account, which may differ from the payment's. */
  readonly currency: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A dispute as the gateway has it now. */
export interface DisputeReport {
  readonly id: string;
  /** The disputed charge, as `Approved.reference` names it. */
  readonly payment: string;
  readonly amountCents: number;
  /** A warning moves no money; an open or lost dispute has taken it, a won one has brought it back. */
  readonly standing: 'warning' | 'open' | 'won' | 'lost';
  /** The card network's word, such as `fraudulent`. */
  readonly reason: string;
  /** ISO 8601. */
  readonly openedAt: string;
  /** ISO 8601; null where nothing is expected from the shop. */
  readonly evidenceDueAt: string | null;
}

interface Gateway {
  readonly name: string;
  /**
   * What became of a payment, for good: a key that was never paid is closed, so that a charge which is still on its
   * way can't happen after the answer 'declined'.
   * @param page of a notice, where one named it
   * @throws OutcomeUnknown
   */
  settle(payment: Payment, page?: string): Promise<ChargeOutcome>;
  /**
   * Refunds a key, or finds out what became of it.
   * @throws OutcomeUnknown when the money may or may not have gone back
   */
  refund(refund: Refund): Promise<RefundOutcome>;
  /** All refunds of a charge. @throws OutcomeUnknown when the gateway doesn't answer */
  refundsOf(reference: string): Promise<readonly RefundReport[]>;
  /** Where a dispute stands. @throws OutcomeUnknown when the gateway doesn't answer */
  dispute(id: string): Promise<DisputeReport>;
  /** Disputes that were opened since, the newest first. @throws OutcomeUnknown when the gateway doesn't answer */
  disputes(from: Date): AsyncIterable<DisputeReport>;
  /**
   * What moved money from a moment on and before another, the newest first.
   * @throws OutcomeUnknown when the gateway doesn't answer
   */
  transactions(from: Date, to: Date): AsyncIterable<GatewayTransaction>;
  /** Whether the gateway is set up and answers. @throws when it is not, or does not. */
  check(): Promise<void>;
  close(): void;
}

/** Takes cards that were typed into this shop's own form. */
export interface CardGateway extends Gateway {
  readonly takes: 'cards';
  /** @throws OutcomeUnknown when the charge may or may not have happened. */
  charge(payment: Payment, card: Card): Promise<ChargeOutcome>;
}

/** Takes payments on a page of its own, and tells about them by signed notices. */
export interface HostedGateway extends Gateway {
  readonly takes: 'payments on its page';
  /** Of its pages, which are https. */
  readonly checkoutHost: string;
  /** For how long a brand may stay on the page before an unpaid payment is settled. */
  readonly pageOpenMs: number;
  /**
   * Opens the page of a payment, or finds it again.
   * @param again whether the payment may have been started before, maybe long ago
   * @throws OutcomeUnknown when the gateway doesn't answer
   */
  begin(payment: Payment, again: boolean): Promise<HostedOutcome>;
  /**
   * @param body as it arrived, byte by byte
   * @returns null for a notice that changes nothing here
   * @throws NoticeRefused
   */
  readNotice(body: Buffer, signature: string): GatewayMessage | null;
}

export type PaymentGateway = CardGateway | HostedGateway;

/** Of the `PaymentGateway`: one of two kinds, which no class could stand for. */
export const paymentsToken = Symbol('PaymentGateway');

/**
 * Who hears how refunds and disputes stand at the gateway now: of payments that are none of this shop's too, and several
 * times over.
 */
export abstract class PaymentNotices {
  abstract refunded(payment: string, refunds: readonly RefundReport[]): Promise<void>;
  abstract disputed(dispute: DisputeReport): Promise<void>;
}
