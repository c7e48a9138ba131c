/** What other features, and the service’s start, may import from this one. */
export { Accounts } from './accounts.ts';
export { AccountsModule } from './accounts.module.ts';
export { AuthErrorsFilter } from './auth/auth-errors.filter.ts';
export { CreatorNames } from './creator-names.ts';
export { CreatorPages } from './page/creator-pages.ts';
export { AccessTokens } from './sessions/access-tokens.ts';
export { SessionRegistry } from './sessions/sessions.ts';
