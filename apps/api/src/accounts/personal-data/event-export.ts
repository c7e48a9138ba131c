import { Injectable } from '@nestjs/common';
import { maskedPayout } from '@tessera/domain/accounts/profile/profile';
import { definitions } from '@tessera/domain/catalog';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { referralApproved, referralRejected } from '@tessera/domain/referrals/referral';
import { refundFailed } from '@tessera/domain/refunds/refund';
import { EventCodec } from '../../kernel/log/codec.ts';
import { EventStore } from '../../kernel/log/port.ts';

/** Bank numbers leave the server only masked, here as everywhere. */
const withMaskedPayout = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'payout' in data
    ? { ...data, payout: maskedPayout(data.payout as Parameters<typeof maskedPayout>[0]) }
    : data;

/**
 * Leaves out why a referral is held: the account in question could change what gave it away. The referrer finds the reason
 * in the exported referrals.
 */
const withoutHoldReason = (data: unknown): unknown => {
  if (typeof data !== 'object' || data === null) return data;
  const { held_for: _reason, ...rest } = data as Record<string, unknown>;
  return 'invitation' in rest ? { ...rest, invitation: withoutHoldReason(rest['invitation']) } : rest;
};

const decisions: readonly string[] = [referralApproved.type, referralRejected.type, refundFailed.type];

/**
 * Leaves out why a referral was approved or rejected, which the referrer finds there as well, and why a gateway refused a
 * refund, which only the operator may know.
 */
const withoutReason = (type: string, data: unknown): unknown => {
  if (!decisions.includes(type)) return data;
  const { reason: _reason, ...rest } = data as Record<string, unknown>;
  return rest;
};

const eventRow = ({ type, stream, recordedAt, data }: RecordedEvent) => {
  const disclosed = withoutReason(type, withoutHoldReason(data));
  return {
    type,
    stream,
    recorded_at: recordedAt,
    sentence: definitions.get(type)?.audit(disclosed) ?? null,
    data: withMaskedPayout(disclosed),
  };
};

/** Exports a person's events from the log, in readable form. */
@Injectable()
export class EventExport {
  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
  ) {}

  async of(streams: readonly string[]) {
    const rows: ReturnType<typeof eventRow>[] = [];
    for (const stream of streams) {
      rows.push(...(await this.codec.decode(await this.store.readStream(stream))).map(eventRow));
    }
    return rows.sort((one, other) => one.recorded_at.localeCompare(other.recorded_at));
  }
}
