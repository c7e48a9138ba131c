import { Injectable } from '@nestjs/common';
import { maskedPayout } from '@tessera/domain/accounts/profile/profile';
import { definitions } from '@tessera/domain/catalog';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { referralApproved, referralRejected } from '@tessera/domain/referrals/referral';
import { refundFailed } from '@tessera/domain/refunds/refund';
import { EventCodec } from '../../kernel/log/codec.ts';
import { EventStore } from '../../kernel/log/port.ts';

/** Bank numbers leave the server masked, here as everywhere. */
const withMaskedPayout = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'payout' in data
    ? { ...data, payout: maskedPayout(data.payout as Parameters<typeof maskedPayout>[0]) }
    : data;

/** Why a referral is held is told to its referrer: who it is held against could fix what gave them away. */
const withoutMark = (data: unknown): unknown => {
  if (typeof data !== 'object' || data === null) return data;
  const { held_for: _mark, ...told } = data as Record<string, unknown>;
  return 'invitation' in told ? { ...told, invitation: withoutMark(told['invitation']) } : told;
};

const decisions: readonly string[] = [referralApproved.type, referralRejected.type, refundFailed.type];

/** And so is why it was approved or rejected. Why a gateway made no refund is told to the operator. */
const withoutReason = (type: string, data: unknown): unknown => {
  if (!decisions.includes(type)) return data;
  const { reason: _reason, ...told } = data as Record<string, unknown>;
  return told;
};

const eventRow = ({ type, stream, recordedAt, data }: RecordedEvent) => {
  const told = withoutReason(type, withoutMark(data));
  return {
    type,
    stream,
    recorded_at: recordedAt,
    sentence: definitions.get(type)?.audit(told) ?? null,
    data: withMaskedPayout(told),
  };
};

/** What the log holds, readable, for the one whose streams they are. */
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
