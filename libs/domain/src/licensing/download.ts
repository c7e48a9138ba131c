import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';

/** A license's downloads are recorded at most once in that time: who looks at a picture again has it already. */
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
  /** ISO 8601; null as long as there was none. */
  readonly lastAt: string | null;
}

/** When the original of a license was given to the brand that holds it. Its id is the license's. */
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
