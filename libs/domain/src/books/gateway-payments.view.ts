import { changes, defineView, on, ownFields } from '../kernel/view.ts';
import { sum } from '../money.ts';
import type { Cents } from '../money.ts';
import { paymentCaptured } from '../ordering/order.ts';
import { disputeLost, disputeOpened, disputeWon } from '../refunds/dispute.ts';
import type { DisputeOpenedData } from '../refunds/dispute.ts';
import { licenseRefunded } from '../refunds/refund.ts';
import { refundReturned } from '../refunds/returned-refund.ts';
import { processorFeePosted } from './processor-fee.ts';
import type { CashMovement } from './differences.ts';

/** Kept per payment. There are only a few, unless a bank keeps changing its decision. */
const movesMax = 50;
const feesMax = 50;

/** A gateway's payment, and what the log knows about it. */
export interface GatewayPayment {
  readonly order_id: string;
  readonly gateway: string;
  /** The gateway's id for it. */
  readonly payment: string;
  /** The movements of the gateway's cash, latest last. */
  readonly moves: readonly CashMovement[];
  /** The gateway's ids of the transactions whose fees are posted, latest last. */
  readonly fees: readonly string[];
  /** Ids of the disputes whose money came back. */
  readonly won: readonly string[];
  /** When cash last moved: ISO 8601. */
  readonly moved_at: string;
}

const moved = (payment: GatewayPayment, kind: CashMovement['kind'], cents: Cents, at: string): GatewayPayment => ({
  ...payment,
  moves: [...payment.moves, { kind, cents, at }].slice(-movesMax),
  moved_at: at,
});

type OfDispute = Pick<DisputeOpenedData, 'dispute_id' | 'licenses'>;
const disputed = ({ licenses }: OfDispute) => sum(licenses.map(({ amount_cents }) => amount_cents));

const isWon = ({ won }: GatewayPayment, { dispute_id }: OfDispute) => won.includes(dispute_id);

/** The log's side of a reconciliation with the gateways' own lists. */
export const gatewayPayments = defineView<GatewayPayment>({
  name: 'gateway-payments',
  version: 2,
  on: [
    on(
      paymentCaptured,
      'order_id',
      (_before, { order_id, gateway, reference, amount_cents }, { recordedAt }): GatewayPayment => ({
        order_id,
        gateway,
        payment: reference,
        moves: [{ kind: 'charge', cents: amount_cents, at: recordedAt }],
        fees: [],
        won: [],
        moved_at: recordedAt,
      }),
    ),
    changes(processorFeePosted, 'order_id', (payment, { transaction_id }) => ({
      ...payment,
      fees: [...payment.fees, transaction_id].slice(-feesMax),
    })),
    changes(licenseRefunded, 'order_id', (payment, { amount_cents }, { recordedAt }) =>
      moved(payment, 'refund', 0 - amount_cents, recordedAt),
    ),
    changes(refundReturned, 'order_id', (payment, { amount_cents }, { recordedAt }) =>
      moved(payment, 'refund', amount_cents, recordedAt),
    ),
    changes(disputeOpened, 'order_id', (payment, data, { recordedAt }) =>
      moved(payment, 'dispute', 0 - disputed(data), recordedAt),
    ),
    changes(disputeWon, 'order_id', (payment, data, { recordedAt }) => {
      const back = { ...payment, won: [...payment.won, data.dispute_id] };
      return moved(back, 'dispute', disputed(data), recordedAt);
    }),
    // If the dispute was still open, its money had already left.
    changes(disputeLost, 'order_id', (payment, data, { recordedAt }) => {
      if (!isWon(payment, data)) return payment;
      const gone = { ...payment, won: payment.won.filter((each) => each !== data.dispute_id) };
      return moved(gone, 'dispute', 0 - disputed(data), recordedAt);
    }),
  ],
  indexes: {
    fields: ownFields('payment', 'moved_at'),
    listings: [{ sorts: ['moved_at'] }, { where: ['payment'], sorts: ['moved_at'] }],
  },
});
