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

/** Which of the brand's licenses are shown; an empty part leaves nothing out. */
export interface LicenseQuery {
  readonly search: string;
  readonly type: keyof typeof vaultTypes;
  readonly status: keyof typeof vaultStatuses;
}

const keyOrEmpty = <Choices extends object>(choices: Choices, asked: string | null) =>
  asked !== null && Object.hasOwn(choices, asked) ? (asked as keyof Choices) : ('' as keyof Choices);

/** What an address asks for; what it doesn't know asks for nothing. */
export const licenseQueryOf = (address: URLSearchParams): LicenseQuery => ({
  search: address.get('search') ?? '',
  type: keyOrEmpty(vaultTypes, address.get('type')),
  status: keyOrEmpty(vaultStatuses, address.get('status')),
});

/** As the list's address takes it: only what leaves something out. */
export const queryStringOf = ({ search, type, status }: LicenseQuery): string =>
  new URLSearchParams(
    Object.entries({ search: search.trim(), type, status }).filter(([, value]) => value !== ''),
  ).toString();
