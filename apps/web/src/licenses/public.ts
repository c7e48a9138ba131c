/** What other features may import from this one; they import nothing else. */
export { AgreementText } from './agreement/agreement-text.tsx';
export { sampleCreator } from './agreement/creator-name.atoms.ts';
export { useHeldLicense } from './held-license.atoms.ts';
export { LicenseActions, LicensePicture } from './license-cells.tsx';
export { LicensedNote } from './licensed-note.tsx';
export { AgreementDialog, AgreementDrawer, LicenseVault } from './on-demand.tsx';
export { MoneyBadges } from './refunds/money-badges.tsx';
export { SoldMoney } from './refunds/sold-money.tsx';
export { brandFiguresAtom, latestLicensesAtom } from './vault/licenses.atoms.ts';
