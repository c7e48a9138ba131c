import type { LicenseProof } from '@tessera/contract/licenses';
import { formatUtcDay } from '../kernel/dates.ts';

const until = (end: string | null) => (end ? `until ${formatUtcDay(end)} (UTC)` : 'with no end date');

/** The validity of a license, as a heading and a sentence. */
export const verdictOf = ({ status, brand_name, item_title, start_date, end_date, refunded_at }: LicenseProof) => {
  const item = `“${item_title}”`;
  switch (status) {
    case 'valid':
      return {
        heading: 'This license is valid',
        sentence: `${brand_name} may use ${item} ${until(end_date)}, on the terms of its agreement.`,
      };
    case 'upcoming':
      return {
        heading: 'This license hasn’t started yet',
        sentence: `${brand_name} may use ${item} from ${formatUtcDay(start_date)} (UTC) ${until(end_date)}.`,
      };
    case 'expired':
      return {
        heading: 'This license has expired',
        sentence: `${brand_name} was licensed to use ${item} ${until(end_date)}. This license doesn’t cover any new use.`,
      };
    case 'refunded':
      return {
        heading: 'This license was refunded',
        sentence:
          `${brand_name} was refunded for ${item}. The license hasn’t been valid since ` +
          `${formatUtcDay(refunded_at ?? '')} (UTC) and doesn’t cover any new use.`,
      };
  }
};
