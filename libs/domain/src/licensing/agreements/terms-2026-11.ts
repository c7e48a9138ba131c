import { licenseTypeTitles } from '../../license-types.ts';
import type { LicenseType } from '../../license-types.ts';
import { formatUsd } from '../../money.ts';
import { sanitizedName } from './agreement.ts';
import type { AgreementSection, AgreementTerms, TermsVersion } from './agreement.ts';
import type { LicenseBasis } from '../basis.ts';
import { formatAgreementDate } from '../term.ts';

const useOf: Readonly<Record<LicenseType, string>> = {
  one_time:
    'The Brand may use the Content in one campaign, advertisement or publication, in any medium, within the term of this licence.',
  six_month:
    'The Brand may use the Content in any number of campaigns and in any medium. The licence lasts 6 months from purchase; after that all use must stop unless a renewal fee is paid. The fee is the price of this licence type at the time of renewal.',
  perpetual: 'The Brand may use the Content in any number of campaigns and in any medium, without limit of time.',
};

/** A renewal may be paid for long before it starts. */
const useUnder = ({ license_type, basis }: AgreementTerms) =>
  basis?.kind === 'renewal' ? useOf[license_type].replace('from purchase', 'from its start date') : useOf[license_type];

const termOf = (terms: AgreementTerms): string => {
  if (terms.license_type === 'perpetual') return 'This licence has no end date.';
  if (!terms.end_date)
    return 'This licence ends 180 days after purchase. The exact end date is fixed at purchase and governs.';
  return `This licence ends on ${formatAgreementDate(terms.end_date)} (UTC). This exact date governs.`;
};

const basisOf = ({ kind, license_id }: LicenseBasis) =>
  `This licence ${kind === 'renewal' ? 'renews' : 'upgrades'} licence ${license_id}.`;

const grant = (terms: AgreementTerms): AgreementSection => ({
  heading: 'Grant of License',
  paragraphs: [
    `${sanitizedName(terms.creator_name)} (the “Creator”) grants ${sanitizedName(terms.brand_name)} (the “Brand”) a non-exclusive, non-transferable, worldwide licence to use “${sanitizedName(terms.content_title)}” (the “Content”).`,
    `Licence type: ${licenseTypeTitles[terms.license_type]}. ${useUnder(terms)}`,
    ...(terms.basis ? [basisOf(terms.basis)] : []),
    ...(terms.start_date ? [`Start date: ${formatAgreementDate(terms.start_date)} (UTC).`] : []),
    termOf(terms),
    `Licence price: ${formatUsd(terms.price_cents)} USD${terms.quantity > 1 ? ` for ${terms.quantity} licences of this kind` : ''}.`,
  ],
});

const fixedSections: readonly AgreementSection[] = [
  {
    heading: 'Restrictions',
    paragraphs: [
      'The Brand may not resell, sublicense or give away the Content, offer it as a stock item, or use it in a trademark or logo.',
      'The Brand may not use the Content in a way that is unlawful, defamatory or deceptive, or that suggests a person shown endorses what that person has not agreed to endorse.',
    ],
  },
  {
    heading: 'Intellectual Property',
    paragraphs: [
      'The Creator keeps all rights in the Content that this agreement does not grant, the copyright among them.',
      'The Creator warrants to own these rights, or to hold the permissions that this licence needs, and that the Content infringes nobody’s rights.',
    ],
  },
  {
    heading: 'Termination',
    paragraphs: [
      'The licence ends on its end date, or when the Brand breaks this agreement and does not mend the breach within 14 days of notice.',
      'When the licence ends the Brand stops all new use and removes the Content from media under its control. What was printed or broadcast before stays lawful.',
    ],
  },
  {
    heading: 'Limitation of Liability',
    paragraphs: [
      'Neither party is liable for indirect or consequential loss. The liability of each party under this agreement is limited to the price paid for this licence, except for intent and for what the law does not allow to be limited.',
    ],
  },
  {
    heading: 'Governing Law',
    paragraphs: [
      'This agreement is governed by the laws of the State of California, without regard to its conflict of law rules.',
      'Disputes are settled by binding arbitration in California. Each party gives up the right to a jury trial and to take part in a class action: claims are brought in an individual capacity only.',
    ],
  },
  {
    heading: 'Contact',
    paragraphs: ['Questions about this agreement are answered at legal@tessera.example.'],
  },
];

/** In force since November 1, 2026. Agreements contain this wording: never edit it, add a new version instead. */
export const terms202611: TermsVersion = {
  id: '2026-11',
  updatedAt: '2026-11-01T00:00:00.000Z',
  reference: (license_id) => `Licence ${license_id}`,
  sections: (terms) => [grant(terms), ...fixedSections],
};
