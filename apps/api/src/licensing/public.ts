/** What other features may use of this one; nothing else of it is imported from outside. */
export { AgreementDocuments, verifyUrlOf } from './agreements/agreement-documents.ts';
export { LicensingModule } from './licensing.module.ts';
