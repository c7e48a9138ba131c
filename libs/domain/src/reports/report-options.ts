/** Why an item is reported, as people choose it. */
export const reportReasons = {
  unlicensed: 'My work, used without permission',
  no_consent: 'Shows me or someone I speak for without consent',
  unlawful: 'Illegal or harmful',
  misleading: 'Wrong or misleading description',
  other: 'Something else',
} as const;

export type ReportReason = keyof typeof reportReasons;

/** Of what happened, in the reporter's words. */
export const reportDetailsMaxCharacters = 2_000;

/** What came of it. */
export const reportOutcomes = {
  resolved: 'Resolved',
  nothing_to_do: 'Nothing to do',
} as const;

export type ReportOutcome = keyof typeof reportOutcomes;

/** Where a report stands: open, until it has an outcome. */
export const reportStatuses = ['open', 'resolved', 'nothing_to_do'] as const;
export type ReportStatus = (typeof reportStatuses)[number];
