import type { ReconciliationPage, ReconciliationStarted } from '@tessera/contract/money/books';
import type { ReconcileForm } from '@tessera/domain/books/forms';
import { atom } from 'jotai';
import { watch } from '../../kernel/reading/live.ts';
import { queries, queryAtom } from '../../kernel/reading/queries.ts';
import { get as read, post } from '../../kernel/send.ts';
import { adminLive, asAdmin } from '../admin-session.atoms.ts';

const path = '/api/admin/reconciliations';
const shownMax = 10;
const queryKey = ['admin', path];

/** The position of the latest known change. Every load includes it. */
let changedUpTo = -1;

/** The latest reconciliations of the gateway with the log. */
export const reconciliationsAtom = queryAtom<ReconciliationPage>(
  [path],
  () =>
    asAdmin((options) =>
      read(`${path}?limit=${shownMax}`, changedUpTo < 0 ? options : { ...options, after: changedUpTo }),
    ),
  { of: 'admin' },
);

/** While it is mounted, a reconciliation is shown as soon as it finishes. */
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

/** Starts a reconciliation. @throws ApiError */
export const reconcileNow = () =>
  asAdmin((options) => post<ReconciliationStarted>(path, {} satisfies ReconcileForm, options));
