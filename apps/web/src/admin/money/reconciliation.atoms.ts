import type { ReconciliationPage, ReconciliationStarted } from '@tessera/contract/money/books';
import { atom } from 'jotai';
import { watch } from '../../kernel/reading/live.ts';
import { queries, queryAtom } from '../../kernel/reading/queries.ts';
import { get as read, post } from '../../kernel/send.ts';
import { adminLive, asAdmin } from '../admin-session.atoms.ts';

const path = '/api/admin/reconciliations';
const shown = 10;
const queryKey = ['admin', path];

/** The latest change that is known of: what is read includes it. */
let changedUpTo = -1;

/** The latest comparisons of the gateway's list with the log. */
export const reconciliationsAtom = queryAtom<ReconciliationPage>(
  [path],
  () =>
    asAdmin((options) =>
      read(`${path}?limit=${shown}`, changedUpTo < 0 ? options : { ...options, after: changedUpTo }),
    ),
  { of: 'admin' },
);

/** While it is mounted, a comparison that has ended is shown at once. */
export const watchReconciliationsAtom = atom(null);
watchReconciliationsAtom.onMount = () =>
  watch(
    'reconciliations',
    'all',
    ({ position }) => {
      changedUpTo = Math.max(changedUpTo, position);
      void queries.invalidateQueries({ queryKey });
    },
    { over: adminLive, ofMany: true },
  );

/** Compares now. @throws ApiError */
export const reconcileNow = () => asAdmin((options) => post<ReconciliationStarted>(path, {}, options));
