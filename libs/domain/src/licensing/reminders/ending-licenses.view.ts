import { on } from '../../kernel/view.ts';
import type { MailPart } from '../../notices/mail-part.ts';
import { licenseRefunded } from '../../refunds/refund.ts';
import { licenseGranted } from '../license.ts';
import { nextReminder, reminderDays, reminderDueAt, reminderNotSent, reminderSent } from './reminder.ts';
import type { ReminderDays } from './reminder.ts';

export interface EndingLicense {
  readonly license_id: string;
  readonly brand_id: string;
  readonly title: string;
  /** ISO 8601. */
  readonly end_date: string;
  /** The first reminder that hasn't been settled. */
  readonly next: ReminderDays;
}

/** Settling a reminder settles the earlier ones too: only the latest due reminder is sent. */
const movedOn = (license: EndingLicense | undefined, { days }: { readonly days: ReminderDays }) => {
  const next = nextReminder(days);
  return license && next !== null ? { ...license, next } : undefined;
};

/** Six-month licenses without a successor or a full refund, as long as they have a reminder left to send. */
export const endingLicenses: MailPart<EndingLicense> = {
  on: [
    on(
      licenseGranted,
      ({ license_id, license_type, basis }) => [
        ...(license_type === 'six_month' ? [license_id] : []),
        ...(basis ? [basis.license_id] : []),
      ],
      (_license, { license_id, brand_id, item, end_date }, _event, key): EndingLicense | undefined =>
        key === license_id && end_date !== null
          ? { license_id, brand_id, title: item.title, end_date, next: reminderDays[0] }
          : undefined,
    ),
    on(licenseRefunded, 'license_id', (license: EndingLicense | undefined, { is_whole }) =>
      is_whole ? undefined : license,
    ),
    on(reminderSent, 'license_id', movedOn),
    on(reminderNotSent, 'license_id', movedOn),
  ],
  dueAt: ({ end_date, next }) => reminderDueAt(end_date, next),
};
