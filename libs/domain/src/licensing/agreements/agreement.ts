import { isolated } from '../../kernel/text.ts';
import type { LicenseType } from '../../license-types.ts';
import type { Cents } from '../../money.ts';
import type { LicenseBasis } from '../basis.ts';
import { formatAgreementDate } from '../term.ts';

export interface AgreementSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** The parties and the deal. Before a license exists, in the purchase dialog, the id and dates are null. */
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
  /** Whether the item is sold for editorial use only. */
  readonly editorial?: boolean;
  /** The license that this one renews or upgrades, if any. */
  readonly basis?: LicenseBasis | null;
}

/** One version of the terms, with its wording of the agreement. */
export interface TermsVersion {
  readonly id: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** The line that names the license. */
  readonly reference: (license_id: string) => string;
  /** The headings and paragraphs, as the dialog shows them before a purchase. */
  readonly sections: (terms: AgreementTerms) => readonly AgreementSection[];
}

/** Characters that would start a new line, and so fake a clause, or reverse the direction of the text that follows. */
const misleading = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Makes a user's name or title safe for an agreement: it can't pass itself off as anything but a name. */
export const sanitizedName = (chosen: string): string => chosen.replace(misleading, ' ');

/** The same for a name within a sentence that is shown, not recorded. */
export const nameInSentence = (chosen: string): string => isolated(sanitizedName(chosen));

/** The agreement as one text, as the event records it when a license is granted. */
export const agreementText = ({ id, updatedAt, reference, sections }: TermsVersion, terms: AgreementTerms): string =>
  [
    'CONTENT LICENSE AGREEMENT',
    ...(terms.license_id ? [reference(terms.license_id)] : []),
    `Terms version ${id}, last updated ${formatAgreementDate(updatedAt)}`,
    ...sections(terms).map((section) => `${section.heading}\n${section.paragraphs.join('\n')}`),
  ].join('\n\n');

/** A recorded agreement, parsed into the lines above the clauses and the clauses. */
export interface RecordedAgreement {
  readonly notes: readonly string[];
  readonly sections: readonly AgreementSection[];
}

/** Parses the output of `agreementText`, in any version: a block of several lines is a clause. */
export const readAgreement = (text: string): RecordedAgreement => {
  const [, ...blocks] = text.split('\n\n').map((block) => block.split('\n'));
  const clauses = blocks.filter((block) => block.length > 1);
  return {
    notes: blocks.filter((block) => block.length === 1).flat(),
    // Stryker disable next-line StringLiteral: a clause always has a heading, so this default is never used
    sections: clauses.map(([heading = '', ...paragraphs]) => ({ heading, paragraphs })),
  };
};
