/** When a creator gets emails about sales. */
export const saleMailChoices = ['at_once', 'daily', 'never'] as const;
export type SaleMails = (typeof saleMailChoices)[number];

/** For accounts that haven't chosen: nobody should wait a day to hear about their first sale. */
export const defaultSaleMails: SaleMails = 'at_once';
