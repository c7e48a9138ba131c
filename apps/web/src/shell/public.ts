/** What other features may use of this one; nothing else of it is imported from outside. */
export { MessagePage } from './message-page.tsx';
export { NotFoundPage } from './not-found.page.tsx';
export { ThemeMenu } from './theme/theme-menu.tsx';
