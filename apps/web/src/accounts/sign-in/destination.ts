import type { Role } from '../../kernel/session.ts';
import { dashboardOf, ownPath } from '../../paths.ts';

/** The router state of a redirect to /auth. */
export interface AuthState {
  /** Where to return to. */
  readonly from?: string;
  readonly authType?: 'login' | 'signup';
  readonly userType?: Role;
  readonly addToCart?: boolean;
  readonly initialUpload?: boolean;
  /** Why signing in elsewhere failed, or why the session ended. */
  readonly error?: string;
}

export const authStateOf = (state: unknown): AuthState => (typeof state === 'object' && state !== null ? state : {});

/** Chooses the redirect after signing in if the session names no role. Permissions don't depend on it. */
export const roleGuess = (email: string): Role => {
  if (email.includes('brand')) return 'brand';
  return email.includes('creator') ? 'creator' : 'brand';
};

const belongsTo = (path: string, role: Role) => {
  const [, area = ''] = path.split(/[/?#]/);
  return !['auth', 'admin', role === 'brand' ? 'creator' : 'brand'].includes(area);
};

/** The page the user came from, if it belongs to this application and the role may see it; otherwise the dashboard. */
export const destinationOf = (role: Role, { from }: AuthState): string => {
  const origin = ownPath(from);
  return origin && belongsTo(origin, role) ? origin : dashboardOf(role);
};
