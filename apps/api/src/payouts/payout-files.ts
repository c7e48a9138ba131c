import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '@tessera/domain/accounts/account';
import type { PayoutDetails } from '@tessera/domain/accounts/details';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { Cents } from '@tessera/domain/money';
import { payoutFileEmpty } from '@tessera/domain/payouts/payout-failures';
import { payoutRun, payoutRunId } from '@tessera/domain/payouts/runs/payout-run';
import type { PayoutFileMadeData } from '@tessera/domain/payouts/runs/payout-run';
import { payouts } from '@tessera/domain/payouts/payouts.view';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import type { PaymentMethod } from '@tessera/domain/payment-methods';
import { exactCsvOf, dollars } from '../http/answers/csv.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { Payees, isUnchangedSincePrepared } from './payees.ts';

/** A payout with everything that is needed to pay it. */
interface Payable {
  readonly id: string;
  readonly amount: Cents;
  readonly name: string;
  readonly details: PayoutDetails;
}

const note = 'Your earnings on Tessera';
const withoutAt = (name: string | null) => name?.replace(/^@/, '') ?? null;

/** For the bank or provider that pays: an apostrophe in front of an address would pay somebody else, or nobody. */
const files = {
  paypal: exactCsvOf<Payable>([
    ['email', ({ details }) => details.paypal_email],
    ['amount', ({ amount }) => dollars(amount)],
    ['currency', () => 'USD'],
    ['payout_id', ({ id }) => id],
    ['note', () => note],
  ]),
  bank: exactCsvOf<Payable>([
    ['name', ({ name }) => name],
    ['bank', ({ details }) => details.bank_name],
    ['routing', ({ details }) => details.bank_routing],
    ['account', ({ details }) => details.bank_account],
    ['amount', ({ amount }) => dollars(amount)],
    ['reference', ({ id }) => id],
  ]),
  venmo: exactCsvOf<Payable>([
    ['username', ({ details }) => withoutAt(details.venmo_name)],
    ['amount', ({ amount }) => dollars(amount)],
    ['payout_id', ({ id }) => id],
    ['note', () => note],
  ]),
} as const satisfies Readonly<Record<PaymentMethod, unknown>>;

const isUnpaid = ({ status }: Payout) => status === 'prepared' || status === 'sent';

/** Files with full account details. They are generated while they are sent, and never stored. */
@Injectable()
export class PayoutFiles {
  constructor(
    private readonly views: ReadStore,
    private readonly streams: Streams,
    private readonly payees: Payees,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Records that a file is made, and makes it. Creators whose details have changed since the payout was prepared are left
   * out, because somebody else may have changed them.
   * @returns the file, and how many payouts were left out
   * @throws Refused if the run has no unpaid payout by that method
   */
  async make(asked: Omit<PayoutFileMadeData, 'count'>, metadata: EventMetadata) {
    let count = 0;
    let changed = 0;
    for await (const payable of this.inFile(asked)) {
      if (payable) count += 1;
      else changed += 1;
    }
    if (count === 0 && changed === 0) throw new Refused(payoutFileEmpty());
    const command = { kind: 'record-file', ...asked, count } as const;
    await this.commands.execute(new Dispatch(payoutRun, payoutRunId, command, metadata));
    return { changed, file: Readable.from(this.text(asked)) };
  }

  private async *text(asked: Omit<PayoutFileMadeData, 'count'>): AsyncGenerator<string> {
    const { head, lines } = files[asked.method];
    yield head();
    for await (const payable of this.inFile(asked)) if (payable) yield lines([payable]);
  }

  /** The payouts for a file; null in place of one whose details have changed. */
  private async *inFile({ run_id, method }: Pick<PayoutFileMadeData, 'run_id' | 'method'>) {
    const query = { where: { run_id }, sort: { field: 'prepared_at', descending: false } };
    for await (const { document } of everyDocument<Payout>(this.views, payouts.name, query)) {
      if (document.method === method && isUnpaid(document)) yield this.payableOf(document);
    }
  }

  private async payableOf(payout: Payout): Promise<Payable | null> {
    const { payout_id: id, creator_id, amount_cents: amount } = payout;
    const payee = await this.payees.of(creator_id);
    if (!isUnchangedSincePrepared(payout, payee)) return null;
    const name = payee.keptName ?? (await this.nameOf(creator_id));
    return name === null ? null : { id, amount, name, details: payee.payout };
  }

  /** Null if the account is deleted. */
  private async nameOf(creatorId: string) {
    const { state } = await this.streams.load(account, creatorId);
    return state.status === 'open' ? state.details.name : null;
  }
}
