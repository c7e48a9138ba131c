import type { LicenseProof } from '@tessera/contract/licenses';
import { formatEnd, formatUtcDay } from '../kernel/dates.ts';

/** The validity of a license, as a heading and a sentence. */
export const verdictOf = ({ status, brand_name, item_title, start_date, end_date, refunded_at }: LicenseProof) => {
  const item = `“${item_title}”`;
  switch (status) {
    case 'valid':
      return {
        heading: 'This license is valid',
        sentence: `${brand_name} may use ${item} ${formatEnd(end_date)}, on the terms of its agreement.`,
      };
    case 'upcoming':
      return {
        heading: 'This license hasn’t started yet',
        sentence: `${brand_name} may use ${item} from ${formatUtcDay(start_date)} (UTC) ${formatEnd(end_date)}.`,
      };
    case 'expired':
      return {
        heading: 'This license has expired',
        sentence: `${brand_name} was licensed to use ${item} ${formatEnd(end_date)}. This license doesn’t cover any new use.`,
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
