import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';

/** A license's downloads are recorded at most once in this time: opening the same original again adds nothing. */
const quietMs = 3_600_000;

interface OriginalDownloadedData {
  readonly license_id: string;
  readonly brand_id: string;
  /** ISO 8601. */
  readonly downloaded_at: string;
}

export const originalDownloaded = defineEvent<OriginalDownloadedData>()('OriginalDownloaded', {
  audit: ({ license_id }) => `The brand opened or downloaded the original of license ${license_id}.`,
});

export interface RecordDownload {
  readonly kind: 'record';
  readonly license_id: string;
  readonly brand_id: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface DownloadState {
  /** ISO 8601; null if there was none. */
  readonly lastAt: string | null;
}

/** When a brand downloaded a license's original. Its id is the license's. */
export const download: Decider<DownloadState, RecordDownload, EventOf<typeof originalDownloaded>> = {
  category: 'download',
  events: [originalDownloaded],
  initial: { lastAt: null },
  evolve: (_state, { data }) => ({ lastAt: data.downloaded_at }),
  decide: ({ license_id, brand_id, at }, { lastAt }) =>
    lastAt !== null && Date.parse(at) < Date.parse(lastAt) + quietMs
      ? []
      : [originalDownloaded.of({ license_id, brand_id, downloaded_at: at })],
};
