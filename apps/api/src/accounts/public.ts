/** What other features may use of this one; nothing else of it is imported from outside. */
export { Accounts } from './accounts.ts';
export { AccountsModule } from './accounts.module.ts';
export { CreatorNames } from './creator-names.ts';
export { CreatorPages } from './page/creator-pages.ts';
