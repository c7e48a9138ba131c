import type { LicenseType } from '@tessera/domain/license-types';
import { reminderDays } from '@tessera/domain/licensing/reminders/reminder';
import type { LicenseRow } from '@tessera/contract/licenses';
import { daysUntil } from '@tessera/domain/licensing/term';
import { formatUtcDay } from '../../kernel/dates.ts';
import { plural } from '../../kernel/plural.ts';

/** A license counts as ending from its first reminder on. */
const [endingWithinDays] = reminderDays;

export type LicenseStatus = 'upcoming' | 'active' | 'ending' | 'ended' | 'endless' | 'refunded';

type Dated = Pick<LicenseRow, 'start_date' | 'end_date' | 'refunded_at'>;

/** The status of a license at a time in ms since 1970. It can change while a page is open. */
export const statusOf = ({ start_date, end_date, refunded_at }: Dated, now: number): LicenseStatus => {
  if (refunded_at !== null) return 'refunded';
  if (Date.parse(start_date) > now) return 'upcoming';
  if (end_date === null) return 'endless';
  const left = daysUntil(end_date, now);
  if (left === 0) return 'ended';
  return left <= endingWithinDays ? 'ending' : 'active';
};

/** Whether the licensed original may still be downloaded at this time. */
export const hasOriginal = (license: Dated, now: number): boolean =>
  !['ended', 'refunded'].includes(statusOf(license, now));

/** The status in a word or two. */
export const statusLabel = (license: Dated, now: number): string => {
  switch (statusOf(license, now)) {
    case 'upcoming':
      return `Starts in ${plural(daysUntil(license.start_date, now), 'day')}`;
    case 'endless':
      return 'No end date';
    case 'ended':
      return 'Ended';
    case 'refunded':
      return 'Refunded';
    default:
      return `${plural(daysUntil(license.end_date ?? '', now), 'day')} left`;
  }
};

const uses: Readonly<Record<LicenseType, string>> = {
  one_time: 'in one campaign, advertisement or publication, in any medium',
  six_month: 'in any number of campaigns and in any medium',
  perpetual: 'in any number of campaigns and in any medium',
};

const useOf = ({ license_type, quantity }: LicenseRow) =>
  license_type === 'one_time' && quantity > 1 ? `${uses.one_time}, ${quantity} times over` : uses[license_type];

const termOf = ({ end_date }: LicenseRow) =>
  end_date === null ? 'with no time limit' : `until ${formatUtcDay(end_date)} (UTC)`;

const mustStop = 'All new use must stop, and the content must be removed from the media you control.';

const afterTheEnd = ({ renewed_by, upgraded_by }: LicenseRow) => {
  if (renewed_by) return 'The license that renews it says what you may use now.';
  if (upgraded_by) return 'The perpetual license that upgrades it stays in force.';
  return `${mustStop} Anything printed or broadcast before then stays lawful.`;
};

/** What a license means for its brand at this time, in the words of the agreement. */
export const meaningOf = (license: LicenseRow, now: number): string => {
  const { brand_name, start_date, end_date, refunded_at } = license;
  switch (statusOf(license, now)) {
    case 'upcoming':
      return `${brand_name} may use it ${useOf(license)}, from ${formatUtcDay(start_date)} (UTC) ${termOf(license)}.`;
    case 'refunded':
      return `This license ended on ${formatUtcDay(refunded_at ?? '')} (UTC), when its price was refunded. ${mustStop}`;
    case 'ended':
      return `This license ended on ${formatUtcDay(end_date ?? '')} (UTC). ${afterTheEnd(license)}`;
    default:
      return `${brand_name} may use it ${useOf(license)}, ${termOf(license)}.`;
  }
};

/**
 * The end of a license's id, which tells a brand's licenses apart; the beginning is the time, which a whole cart
 * shares.
 */
export const shortId = (id: string) => id.slice(-8);
