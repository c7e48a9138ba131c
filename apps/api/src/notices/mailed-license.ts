import { nameInSentence } from '@tessera/domain/licensing/agreements/agreement';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { licenseTypeTitles } from '@tessera/domain/license-types';

/** What a mail says about a license. */
export type MailedLicense = Pick<License, 'license_id' | 'item' | 'license_type' | 'quantity' | 'brand_name'>;

export const titleOf = ({ item }: MailedLicense) => `“${nameInSentence(item.title)}”`;

export const typeOf = ({ license_type, quantity }: MailedLicense) =>
  `${licenseTypeTitles[license_type]}${quantity > 1 ? ` × ${quantity}` : ''}`;

/** With the buyer's name, which a referrer doesn't get to see. */
export const termsOf = (license: MailedLicense) => `${typeOf(license)}, to ${nameInSentence(license.brand_name)}`;
