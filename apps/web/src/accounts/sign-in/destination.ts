import type { Role } from '../../kernel/session.ts';
import { dashboardOf, ownPath } from '../../paths.ts';

/** What a page that sends someone to /auth says with it. */
export interface AuthState {
  /** Where to go back to. */
  readonly from?: string;
  readonly authType?: 'login' | 'signup';
  readonly userType?: Role;
  readonly addToCart?: boolean;
  readonly initialUpload?: boolean;
  /** Why one could not be signed in elsewhere. */
  readonly error?: string;
}

export const authStateOf = (state: unknown): AuthState => (typeof state === 'object' && state !== null ? state : {});

/** Chooses the redirect after sign-in when the session names no role; what one may do is the server's record. */
export const roleGuess = (email: string): Role => {
  if (email.includes('brand')) return 'brand';
  return email.includes('creator') ? 'creator' : 'brand';
};

const belongsTo = (path: string, role: Role) => {
  const [, area = ''] = path.split(/[/?#]/);
  return !['auth', 'admin', role === 'brand' ? 'creator' : 'brand'].includes(area);
};

/** The remembered origin if it is a page of this application that the role may see, else the role's dashboard. */
export const destinationOf = (role: Role, { from }: AuthState): string => {
  const origin = ownPath(from);
  return origin && belongsTo(origin, role) ? origin : dashboardOf(role);
};
