/** What other features may import from this one. */
export { AdminSessions } from './admin-session.ts';
export { AdminSessionModule } from './admin-session.module.ts';
