/** A card as typed. It goes to the gateway and nowhere else: never into a log, an event, an error or a file. */
export interface Card {
  readonly cardholderName: string;
  readonly cardNumber: string;
  readonly expiry: string;
  readonly cvv: string;
}

/** A payment, derived only from the order's events: it is the same for the same key, even after a restart. */
export interface Payment {
  /** The idempotency key: a key is charged once, whatever else differs. */
  readonly key: string;
  readonly amountCents: number;
  readonly lines: readonly PaymentLine[];
  /** The shop's page about the order. */
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
  /** The amount paid, in the currency's smallest unit. Compare it with the order before recording it. */
  readonly amountCents: number;
  /** An ISO 4217 code in lowercase. */
  readonly currency: string;
}

export type ChargeOutcome =
  | Approved
  | {
      readonly status: 'declined';
      /** May be shown to the payer. */
      readonly reason: string;
      /** For the operator's log, if the payer can't fix the problem. */
      readonly detail?: string;
    };

/** The state of a payment on a gateway's own page. */
export type HostedOutcome =
  | ChargeOutcome
  | { readonly status: 'open'; readonly url: string }
  /** The bank is still processing it. */
  | { readonly status: 'pending' };

/** The gateway can't say what became of a charge for now. Ask again later. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** A message to the webhook was not signed by the gateway, or is too old. */
export class NoticeRefused extends Error {
  override readonly name = 'NoticeRefused';
}

/** A gateway's notice about a payment on its page. */
export interface PaymentNotice {
  readonly kind: 'payment';
  readonly key: string;
  /** The gateway's id of the payment page. */
  readonly page: string;
  /** Null for any other change; call `settle` to find out the outcome. */
  readonly paid: Approved | null;
}

/**
 * A message that a gateway sends to the webhook. Notices may arrive late, twice and in any order. A notice about a
 * refund or a dispute only says that something changed: ask for it with `refundsOf` or `dispute`.
 */
export type GatewayMessage =
  | PaymentNotice
  | { readonly kind: 'refund'; readonly payment: string }
  | { readonly kind: 'dispute'; readonly id: string };

/** A refund of part or all of a charge. */
export interface Refund {
  /** The idempotency key: a key is refunded once, whatever else differs. */
  readonly key: string;
  /** The charge's `Approved.reference`. */
  readonly reference: string;
  readonly amountCents: number;
}

export type RefundOutcome =
  | { readonly status: 'refunded'; readonly reference: string }
  /** The bank is still processing it. Ask again, or wait for a notice. */
  | { readonly status: 'pending'; readonly reference: string }
  /** No money was refunded, or the bank returned it. `reason` is for the operator. A retry needs a new key. */
  | { readonly status: 'failed'; readonly reason: string };

/** Reasons of failed refunds that every gateway knows. */
export const refundReasons = {
  nothingLeft: 'There is nothing left to refund on this payment',
  disputed: 'The payment is disputed, so the bank decides who gets the money',
} as const;

/** The current state of a refund at the gateway, whoever requested it. */
export interface RefundReport {
  readonly id: string;
  /** Null for a refund that was made by hand at the gateway. */
  readonly key: string | null;
  readonly amountCents: number;
  readonly status: RefundOutcome['status'];
  /** Null unless the refund failed. */
  readonly reason: string | null;
}

/** A movement of money at the gateway that belongs to a payment; transfers to a bank account, for example, don't. */
export interface GatewayTransaction {
  readonly id: string;
  /** A `dispute` takes the money, and a `dispute_won` brings it back. */
  readonly kind: 'charge' | 'refund' | 'dispute' | 'dispute_won';
  /** The `Approved.reference` of the charge that it belongs to. */
  readonly payment: string;
  /** The key of the payment or of the refund. Null for disputes, and for anything not made by this shop. */
  readonly key: string | null;
  /** The effect on cash before fees: negative for outgoing money. A refund that its bank returned is positive. */
  readonly amountCents: number;
  /** The gateway's fee, not included in the amount. Negative when the gateway returns a fee. */
  readonly feeCents: number;
  /** The account's currency, as an ISO 4217 code in lowercase. It may differ from the payment's. */
  readonly currency: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The current state of a dispute at the gateway. */
export interface DisputeReport {
  readonly id: string;
  /** The `Approved.reference` of the disputed charge. */
  readonly payment: string;
  readonly amountCents: number;
  /** A warning moves no money. An open or lost dispute has taken it; a won dispute has brought it back. */
  readonly standing: 'warning' | 'open' | 'won' | 'lost';
  /** The card network's code, such as `fraudulent`. */
  readonly reason: string;
  /** ISO 8601. */
  readonly openedAt: string;
  /** ISO 8601; null when no evidence is expected from the shop. */
  readonly evidenceDueAt: string | null;
}

/** A payment gateway of either kind. */
export abstract class Gateway {
  abstract readonly name: string;
  /**
   * Finds out the final outcome of a payment. A key that was never charged is closed, so that a charge still in flight
   * can't succeed after this returned 'declined'.
   * @param page the page named by a notice, if there was one
   * @throws OutcomeUnknown
   */
  abstract settle(payment: Payment, page?: string): Promise<ChargeOutcome>;
  /**
   * Makes a refund, or finds out what became of it if its key was used before.
   * @throws OutcomeUnknown when the money may or may not have been refunded
   */
  abstract refund(refund: Refund): Promise<RefundOutcome>;
  /** Lists all refunds of a charge. @throws OutcomeUnknown when the gateway doesn't answer */
  abstract refundsOf(reference: string): Promise<readonly RefundReport[]>;
  /** Returns the current state of a dispute. @throws OutcomeUnknown when the gateway doesn't answer */
  abstract dispute(id: string): Promise<DisputeReport>;
  /** Lists the disputes opened since `from`, newest first. @throws OutcomeUnknown when the gateway doesn't answer */
  abstract disputes(from: Date): AsyncIterable<DisputeReport>;
  /**
   * Lists the movements of money since `from` (inclusive) and before `to`, newest first.
   * @throws OutcomeUnknown when the gateway doesn't answer
   */
  abstract transactions(from: Date, to: Date): AsyncIterable<GatewayTransaction>;
  /** Checks that the gateway is set up and answers. @throws when it isn't or doesn't */
  abstract check(): Promise<void>;
  abstract close(): void;
}

/** Charges cards that were typed into this shop's own form. */
export interface CardGateway extends Gateway {
  readonly takes: 'cards';
  /** @throws OutcomeUnknown when the charge may or may not have happened */
  charge(payment: Payment, card: Card): Promise<ChargeOutcome>;
}

/** Takes payments on its own page, and reports them by signed notices. */
export interface HostedGateway extends Gateway {
  readonly takes: 'payments on its page';
  /** The host of its pages, which use HTTPS. */
  readonly checkoutHost: string;
  /** How long a brand may stay on the page before an unpaid payment is settled. */
  readonly pageOpenMs: number;
  /**
   * Opens the page of a payment, or finds the one already open.
   * @param again whether the payment may have been started before, possibly long ago
   * @throws OutcomeUnknown when the gateway doesn't answer
   */
  begin(payment: Payment, again: boolean): Promise<HostedOutcome>;
  /**
   * @param body the exact bytes received
   * @returns null for a notice that is irrelevant here
   * @throws NoticeRefused
   */
  readNotice(body: Buffer, signature: string): GatewayMessage | null;
}

/** Injected by `Gateway`, as a union can't be an injection token. */
export type PaymentGateway = CardGateway | HostedGateway;

/**
 * Receives the current refunds and disputes from the gateway. It may get them several times, and for payments that
 * don't belong to this shop.
 */
export abstract class PaymentNotices {
  abstract refunded(payment: string, refunds: readonly RefundReport[]): Promise<void>;
  abstract disputed(dispute: DisputeReport): Promise<void>;
}
