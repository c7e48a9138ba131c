import { Injectable } from '@nestjs/common';
import { definitions } from '@tessera/domain/catalog';
import { streamOf } from '@tessera/domain/kernel/decider';
import type { AnyDecider } from '@tessera/domain/kernel/decider';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import { download } from '@tessera/domain/licensing/download';
import type { LicenseGrantedData } from '@tessera/domain/licensing/license';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { order } from '@tessera/domain/ordering/order';
import type { PaymentCapturedData, PaymentStartedData } from '@tessera/domain/ordering/order';
import { dispute } from '@tessera/domain/refunds/dispute';
import { refund } from '@tessera/domain/refunds/refund';
import { EventCodec } from '../kernel/log/codec.ts';
import { EventStore } from '../kernel/log/port.ts';

export interface HistoryEntry {
  /** ISO 8601. */
  readonly at: string;
  readonly words: string;
}

/** What the log has about a license, oldest first. */
export interface LicenseRecords {
  /** When the terms were accepted: at the start of the payment that was captured. Null if that was not recorded. */
  readonly acceptedAt: string | null;
  readonly termsVersion: string;
  readonly paidAt: string;
  /** ISO 8601 instants. */
  readonly downloads: readonly string[];
  /** In the sentences of the audit page, which name nobody's private details. */
  readonly history: readonly HistoryEntry[];
}

/** Replaces the audit page's sentence, which says how the price is shared: that is for the parties of the license alone. */
const grantedWords = ({ brand_name, item }: LicenseGrantedData) =>
  `${brand_name} was granted the license for “${item.title}”.`;

const historyEntriesOf = ({ type, data, recordedAt }: RecordedEvent): HistoryEntry[] => {
  const words =
    type === 'LicenseGranted' ? grantedWords(data as LicenseGrantedData) : definitions.get(type)?.audit(data);
  return words === undefined ? [] : [{ at: recordedAt, words }];
};

/** Whether an event of an order is about this license, or about all of them. */
const isAbout = (licenseId: string) => (event: RecordedEvent) => {
  const { license_id = licenseId } = event.data as { readonly license_id?: string };
  return license_id === licenseId;
};

/** Reads what happened to a license from the log, as proof. It uses no keys, so personal data stays out. */
@Injectable()
export class LicenseLog {
  constructor(
    private readonly events: EventStore,
    private readonly codec: EventCodec,
  ) {}

  /** @throws Error if the license was never paid for */
  async of({ license_id, order_id, dispute: disputed }: License): Promise<LicenseRecords> {
    const [ordered, downloads, refunds, disputes] = await Promise.all([
      this.read(order, order_id),
      this.read(download, license_id),
      this.read(refund, license_id),
      disputed ? this.read(dispute, disputed.dispute_id) : [],
    ]);
    const captured = ordered.find(({ type }) => type === 'PaymentCaptured');
    if (!captured) throw new Error(`License ${license_id} has no payment`);
    const { attempt, terms_version } = captured.data as PaymentCapturedData;
    const started = ordered.find(
      ({ type, data }) => type === 'PaymentStarted' && (data as PaymentStartedData).attempt === attempt,
    );
    const isRecorded = (started?.data as PaymentStartedData | undefined)?.terms_version === terms_version;
    const all = [...ordered.filter(isAbout(license_id)), ...refunds, ...disputes];
    return {
      acceptedAt: (isRecorded && started?.recordedAt) || null,
      termsVersion: terms_version,
      paidAt: captured.recordedAt,
      downloads: downloads.map(({ recordedAt }) => recordedAt),
      history: all.toSorted((one, other) => one.recordedAt.localeCompare(other.recordedAt)).flatMap(historyEntriesOf),
    };
  }

  private async read(decider: AnyDecider, id: string): Promise<readonly RecordedEvent[]> {
    return this.codec.decodeWithoutKeys(await this.events.readStream(streamOf(decider, id)));
  }
}
