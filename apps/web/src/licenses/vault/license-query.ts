import { licenseTypeTitles } from '@tessera/domain/license-types';
import { reminderDays } from '@tessera/domain/licensing/reminders/reminder';

export const vaultTypes = { '': 'Any license', ...licenseTypeTitles } as const;
export const vaultStatuses = {
  '': 'Any status',
  active: 'In force',
  ending: `Ends within ${reminderDays[0]} days`,
  expired: 'Ended',
  upcoming: 'Not started',
} as const;

/** Which of the brand's licenses are shown. An empty field excludes nothing. */
export interface LicenseQuery {
  readonly search: string;
  readonly type: keyof typeof vaultTypes;
  readonly status: keyof typeof vaultStatuses;
}

const keyOrEmpty = <Choices extends object>(choices: Choices, value: string | null) =>
  value !== null && Object.hasOwn(choices, value) ? (value as keyof Choices) : ('' as keyof Choices);

/** The query in an address; unknown values are ignored. */
export const licenseQueryOf = (address: URLSearchParams): LicenseQuery => ({
  search: address.get('search') ?? '',
  type: keyOrEmpty(vaultTypes, address.get('type')),
  status: keyOrEmpty(vaultStatuses, address.get('status')),
});

/** The query as a query string for the API: only the fields that exclude something. */
export const queryStringOf = ({ search, type, status }: LicenseQuery): string =>
  new URLSearchParams(
    Object.entries({ search: search.trim(), type, status }).filter(([, value]) => value !== ''),
  ).toString();
