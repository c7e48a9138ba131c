import type { LicenseProof } from '@tessera/domain/licensing/proof';

// A licence's days are those of its agreement, wherever it is read.
const utcDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const utcExact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' });

/** '20 Nov 2026'. */
export const formatDay = (instant: string) => utcDay.format(Date.parse(instant));
/** With the time and its zone, for a title. */
export const formatExactly = (instant: string) => utcExact.format(Date.parse(instant));

const until = (end: string | null) => (end ? `until ${formatDay(end)} (UTC)` : 'without an end date');

/** What is the matter with a licence, as a heading and a sentence. */
export const verdictOf = ({ status, brand_name, item_title, start_date, end_date }: LicenseProof) => {
  const item = `“${item_title}”`;
  switch (status) {
    case 'valid':
      return {
        heading: 'This licence is valid',
        sentence: `${brand_name} may use ${item} ${until(end_date)}, on the terms of its agreement.`,
      };
    case 'upcoming':
      return {
        heading: 'This licence has not begun',
        sentence: `${brand_name} may use ${item} from ${formatDay(start_date)} (UTC) ${until(end_date)}.`,
      };
    case 'expired':
      return {
        heading: 'This licence has expired',
        sentence: `${brand_name} was licensed to use ${item} ${until(end_date)}. This licence allows no new use of it.`,
      };
  }
};
