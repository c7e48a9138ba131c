/** How a creator hears of sales by email. */
export const saleMailChoices = ['at_once', 'daily', 'never'] as const;
export type SaleMails = (typeof saleMailChoices)[number];

/** Of every account that has chosen nothing: nobody waits a day for the word of their first sale. */
export const defaultSaleMails: SaleMails = 'at_once';
