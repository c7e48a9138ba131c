import type { DeclarationForm, PricingForm, UploadForm } from '@tessera/domain/content/forms';

export type BrandFields = Pick<UploadForm, 'brandName' | 'productUrls' | 'notes'>;

export const brandOf = ({ brandName, productUrls, notes }: BrandFields): BrandFields => ({
  brandName,
  productUrls,
  notes,
});

export const pricingOf = (form: PricingForm): PricingForm => ({
  offerOneTime: form.offerOneTime,
  offerSixMonth: form.offerSixMonth,
  offerPerpetual: form.offerPerpetual,
  oneTimePrice: form.oneTimePrice,
  sixMonthPrice: form.sixMonthPrice,
  perpetualPrice: form.perpetualPrice,
});

/** The rights declared in a form; what was not declared is left out. */
export const declarationOf = ({ people, editorial, aiGenerated, dataMining }: DeclarationForm): DeclarationForm => ({
  ...(people !== undefined && { people }),
  ...(editorial !== undefined && { editorial }),
  ...(aiGenerated !== undefined && { aiGenerated }),
  ...(dataMining !== undefined && { dataMining }),
});
