import { licenseTypeTitles } from '../../license-types.ts';
import type { LicenseType } from '../../license-types.ts';
import { formatUsd } from '../../money.ts';
import { sanitizedName } from './agreement.ts';
import type { AgreementSection, AgreementTerms, TermsVersion } from './agreement.ts';
import { basisText } from '../basis.ts';
import { formatAgreementDate } from '../term.ts';

const useOf: Readonly<Record<LicenseType, string>> = {
  one_time:
    'The Brand may use the Content in one campaign, advertisement or publication, in any medium, during the term of this license.',
  six_month:
    'The Brand may use the Content in any number of campaigns and in any medium. The license lasts 6 months from purchase; after that all use must stop unless a renewal fee is paid. The fee is the price of this license type at the time of renewal.',
  perpetual: 'The Brand may use the Content in any number of campaigns and in any medium, with no time limit.',
};

/** A renewal may be paid for long before it starts. */
const useUnder = ({ license_type, basis }: AgreementTerms) =>
  basis?.kind === 'renewal' ? useOf[license_type].replace('from purchase', 'from its start date') : useOf[license_type];

const termOf = (terms: AgreementTerms): string => {
  if (terms.license_type === 'perpetual') return 'This license has no end date.';
  if (!terms.end_date)
    return 'This license ends 180 days after purchase. The exact end date is fixed at purchase and governs.';
  return `This license ends on ${formatAgreementDate(terms.end_date)} (UTC). This exact date governs.`;
};

const grant = (terms: AgreementTerms): AgreementSection => ({
  heading: 'Grant of License',
  paragraphs: [
    `${sanitizedName(terms.creator_name)} (the “Creator”) grants ${sanitizedName(terms.brand_name)} (the “Brand”) a non-exclusive, non-transferable, worldwide license to use “${sanitizedName(terms.content_title)}” (the “Content”).`,
    `License type: ${licenseTypeTitles[terms.license_type]}. ${useUnder(terms)}`,
    ...(terms.basis ? [basisText(terms.basis)] : []),
    ...(terms.start_date ? [`Start date: ${formatAgreementDate(terms.start_date)} (UTC).`] : []),
    termOf(terms),
    `License price: ${formatUsd(terms.price_cents)} USD${terms.quantity > 1 ? ` for ${terms.quantity} licenses of this kind` : ''}.`,
  ],
});

const fixedSections: readonly AgreementSection[] = [
  {
    heading: 'Restrictions',
    paragraphs: [
      'The Brand may not resell, sublicense or give away the Content, offer it as a stock item, or use it in a trademark or logo.',
      'The Brand may not use the Content in a way that is unlawful, defamatory or deceptive, or that suggests a person shown in it endorses anything they have not agreed to endorse.',
    ],
  },
  {
    heading: 'Intellectual Property',
    paragraphs: [
      'The Creator keeps all rights in the Content that this agreement does not grant, including the copyright.',
      'The Creator warrants that they own these rights or hold the permissions this license needs, and that the Content infringes no one’s rights.',
    ],
  },
  {
    heading: 'Termination',
    paragraphs: [
      'The license ends on its end date, or when the Brand breaches this agreement and does not cure the breach within 14 days of notice.',
      'When the license ends, the Brand must stop all new use and remove the Content from media under its control. Anything printed or broadcast before then stays lawful.',
    ],
  },
  {
    heading: 'Limitation of Liability',
    paragraphs: [
      'Neither party is liable for indirect or consequential loss. The liability of each party under this agreement is limited to the price paid for this license, except for willful misconduct and where the law does not allow a limit.',
    ],
  },
  {
    heading: 'Governing Law',
    paragraphs: [
      'This agreement is governed by the laws of the State of California, without regard to its conflict of law rules.',
      'Disputes are settled by binding arbitration in California. Each party waives the right to a jury trial and to take part in a class action: claims may be brought in an individual capacity only.',
    ],
  },
  {
    heading: 'Contact',
    paragraphs: ['Questions about this agreement? Write to legal@tessera.example.'],
  },
];

/** In force since November 23, 2026. Agreements contain this wording: never edit it, add a new version instead. */
export const terms20261123: TermsVersion = {
  id: '2026-11-23',
  updatedAt: '2026-11-23T00:00:00.000Z',
  reference: (license_id) => `License ${license_id}`,
  sections: (terms) => [grant(terms), ...fixedSections],
};
