/** What other features may use of this one; nothing else of it is imported from outside. */
export { AdminSessions } from './admin-session.ts';
export { AdminSessionModule } from './admin-session.module.ts';
