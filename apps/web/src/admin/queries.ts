import { queryAtom } from '../kernel/reading/queries.ts';
import { get as read } from '../kernel/send.ts';
import { asAdmin } from './admin-session.atoms.ts';

/** A query for an admin, by API path. */
export const adminQueryAtom = <Value>(path: string) =>
  queryAtom([path], () => asAdmin((options) => read<Value>(path, options)), { of: 'admin', gcTime: Infinity });
