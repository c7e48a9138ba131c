import type { LicenseType } from '../../license-types.ts';
import type { Cents } from '../../money.ts';
import type { LicenseBasis } from '../basis.ts';
import { formatAgreementDate } from '../term.ts';

export interface AgreementSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** The parties and the deal. Without a license (the dialog before a purchase) the id and dates are null. */
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
  /** Whether it is sold for editorial use only. */
  readonly editorial?: boolean;
  /** The license that this one renews or upgrades, if any. */
  readonly basis?: LicenseBasis | null;
}

/** A wording of the agreement, with the terms of which it is a part. */
export interface TermsVersion {
  readonly id: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** The line that names the license. */
  readonly reference: (license_id: string) => string;
  /** As headings and paragraphs: what the dialog shows before a purchase. */
  readonly sections: (terms: AgreementTerms) => readonly AgreementSection[];
}

/** What would begin a line of its own, and so a clause, or turn the words that follow around. */
const misleading = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** A name or a title as it may be in an agreement: people chose it, and it can't pass for more than a name. */
export const sanitizedName = (chosen: string): string => chosen.replace(misleading, ' ');

/** The agreement as one text: what the event records when a license is granted. */
export const agreementText = ({ id, updatedAt, reference, sections }: TermsVersion, terms: AgreementTerms): string =>
  [
    'CONTENT LICENSE AGREEMENT',
    ...(terms.license_id ? [reference(terms.license_id)] : []),
    `Terms version ${id}, last updated ${formatAgreementDate(updatedAt)}`,
    ...sections(terms).map((section) => `${section.heading}\n${section.paragraphs.join('\n')}`),
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
