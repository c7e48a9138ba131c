/** What other features may import from this one. */
export { Accounts } from './accounts.ts';
export { AccountsModule } from './accounts.module.ts';
export { CreatorNames } from './creator-names.ts';
export { CreatorPages } from './page/creator-pages.ts';
