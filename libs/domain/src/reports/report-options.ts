/** The reasons for reporting an item, as people choose them. */
export const reportReasons = {
  unlicensed: 'My work, used without permission',
  no_consent: 'Shows me or someone I speak for without consent',
  unlawful: 'Illegal or harmful',
  misleading: 'Wrong or misleading description',
  other: 'Something else',
} as const;

export type ReportReason = keyof typeof reportReasons;

/** The limit on the reporter's description. */
export const reportDetailsMaxCharacters = 2_000;

/** The outcomes of a report. */
export const reportOutcomes = {
  resolved: 'Resolved',
  nothing_to_do: 'Nothing to do',
} as const;

export type ReportOutcome = keyof typeof reportOutcomes;

/** A report is open until it has an outcome. */
export const reportStatuses = ['open', 'resolved', 'nothing_to_do'] as const;
export type ReportStatus = (typeof reportStatuses)[number];
