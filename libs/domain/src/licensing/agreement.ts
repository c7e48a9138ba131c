import type { LicenseType } from '../license-types.ts';
import { licenseTypeTitles } from '../license-types.ts';
import type { Cents } from '../money.ts';
import { formatUsd } from '../money.ts';
import { basisText } from './basis.ts';
import type { LicenseBasis } from './basis.ts';
import { formatAgreementDate } from './term.ts';

/** The wording in force; accepted at checkout and printed in each agreement. */
export const termsVersion = { id: '2026-11', updatedAt: '2026-11-01T00:00:00.000Z' } as const;

export interface AgreementSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** The parties and the deal. Without a licence (the dialog before a purchase) the id and dates are null. */
export interface AgreementTerms {
  readonly license_id: string | null;
  readonly content_title: string;
  readonly creator_name: string;
  readonly brand_name: string;
  readonly license_type: LicenseType;
  readonly quantity: number;
  readonly price_cents: Cents;
  readonly start_date: string | null;
  readonly end_date: string | null;
  /** The licence that this one renews or upgrades, if any. */
  readonly basis?: LicenseBasis | null;
}

/** What would begin a line of its own, and so a clause, or turn the words that follow around. */
const misleading = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** A name or a title as it may stand in an agreement: people chose it, and it can't pass for more than a name. */
export const asName = (chosen: string): string => chosen.replace(misleading, ' ');

const useOf: Readonly<Record<LicenseType, string>> = {
  one_time:
    'The Brand may use the Content in one campaign, advertisement or publication, in any medium, within the term of this licence.',
  six_month:
    'The Brand may use the Content in any number of campaigns and in any medium. The licence lasts 6 months from purchase; after that all use must stop unless a renewal fee is paid. The fee is the price of this licence type at the time of renewal.',
  perpetual: 'The Brand may use the Content in any number of campaigns and in any medium, without limit of time.',
};

/** A renewal may be paid for long before it begins. */
const useUnder = ({ license_type, basis }: AgreementTerms) =>
  basis?.kind === 'renewal' ? useOf[license_type].replace('from purchase', 'from its start date') : useOf[license_type];

const termOf = (terms: AgreementTerms): string => {
  if (terms.license_type === 'perpetual') return 'This licence has no end date.';
  if (!terms.end_date)
    return 'This licence ends 180 days after purchase. The exact end date is fixed at purchase and governs.';
  return `This licence ends on ${formatAgreementDate(terms.end_date)} (UTC). This exact date governs.`;
};

const grant = (terms: AgreementTerms): AgreementSection => ({
  heading: 'Grant of License',
  paragraphs: [
    `${asName(terms.creator_name)} (the “Creator”) grants ${asName(terms.brand_name)} (the “Brand”) a non-exclusive, non-transferable, worldwide licence to use “${asName(terms.content_title)}” (the “Content”).`,
    `Licence type: ${licenseTypeTitles[terms.license_type]}. ${useUnder(terms)}`,
    ...(terms.basis ? [basisText(terms.basis)] : []),
    ...(terms.start_date ? [`Start date: ${formatAgreementDate(terms.start_date)} (UTC).`] : []),
    termOf(terms),
    `Licence price: ${formatUsd(terms.price_cents)} USD${terms.quantity > 1 ? ` for ${terms.quantity} licences of this kind` : ''}.`,
  ],
});

const standing: readonly AgreementSection[] = [
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

/** The agreement in today's wording as headings and paragraphs: what the dialog shows before a purchase. */
export const agreementSections = (terms: AgreementTerms): readonly AgreementSection[] => [grant(terms), ...standing];

/** The agreement as one text: what the event records when a licence is granted. */
export const agreementText = (terms: AgreementTerms): string =>
  [
    'CONTENT LICENSE AGREEMENT',
    ...(terms.license_id ? [`Licence ${terms.license_id}`] : []),
    `Terms version ${termsVersion.id}, last updated ${formatAgreementDate(termsVersion.updatedAt)}`,
    ...agreementSections(terms).map((section) => `${section.heading}\n${section.paragraphs.join('\n')}`),
  ].join('\n\n');

/** An agreement as it was recorded, taken apart again: the lines above the clauses, and the clauses. */
export interface RecordedAgreement {
  readonly notes: readonly string[];
  readonly sections: readonly AgreementSection[];
}

/** Reads what `agreementText` wrote, also under an older wording: a block with a heading line is a clause. */
export const readAgreement = (text: string): RecordedAgreement => {
  const [, ...blocks] = text.split('\n\n').map((block) => block.split('\n'));
  const clauses = blocks.filter((block) => block.length > 1);
  return {
    notes: blocks.filter((block) => block.length === 1).flat(),
    // Stryker disable next-line StringLiteral: a clause has a heading, so that this one is never taken
    sections: clauses.map(([heading = '', ...paragraphs]) => ({ heading, paragraphs })),
  };
};
