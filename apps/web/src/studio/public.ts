/** What other features may import from this one; they import nothing else. */
export { myContent } from './content/lists.atoms.ts';
export { creatorDashboardAtom } from './dashboard/dashboard.atoms.ts';
export { BrandInformation } from './listing/brand-information.tsx';
export { LicensePricing } from './listing/license-pricing.tsx';
export { RightsAndUse } from './listing/rights-and-use.tsx';
export { ListingDetails } from './listing/listing-details.tsx';
export { TagsInput } from './listing/tags-input.tsx';
export { licenseNouns } from './labels.ts';
