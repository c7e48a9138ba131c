import type { LicenseType } from '@tessera/domain/license-types';
import { licenseTermDays } from '@tessera/domain/licensing/term';

/** What a license allows, in short. The agreement says it in full, and governs. */
interface Rights {
  /** In one line. */
  readonly summary: string;
  readonly use: string;
  readonly term: string;
  readonly after: string;
}

export const rightsOf: Readonly<Record<LicenseType, Rights>> = {
  one_time: {
    summary: `One campaign, within ${licenseTermDays} days`,
    use: 'One campaign, advertisement or publication, in any medium',
    term: `${licenseTermDays} days from purchase`,
    after: 'New use stops; anything printed or broadcast before then stays lawful',
  },
  six_month: {
    summary: 'Unlimited campaigns, 6 months',
    use: 'Any number of campaigns, in any medium',
    term: `6 months (${licenseTermDays} days) from purchase`,
    after: `Use stops, unless you renew for ${licenseTermDays} days at the price on that day`,
  },
  perpetual: {
    summary: 'Unlimited campaigns, no expiry',
    use: 'Any number of campaigns, in any medium',
    term: 'No end date',
    after: 'Nothing to renew',
  },
};

export const sharedRights = 'Every license is worldwide and non-exclusive. The creator keeps the copyright.';
