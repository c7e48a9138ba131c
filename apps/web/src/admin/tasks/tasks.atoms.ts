import type { AdminTasks } from '@tessera/contract/admin';
import { useAtomValue } from 'jotai';
import { useQuery } from '../../kernel/reading/queries.ts';
import { liveQueries } from '../live-queries.ts';

const tasks = liveQueries('tasks', ({ stream }) => /^(refund|dispute|report|referral|payoutAlert)-/.test(stream));

/** The kinds of tasks that wait for the operator. */
export type Queue = keyof AdminTasks;

/** What waits for the operator, kept current while the component is mounted. */
export const useTasks = () => {
  useAtomValue(tasks.watchAtom);
  // Kept between pages, so that the navigation doesn't flicker.
  return useQuery<AdminTasks>(['tasks'], () => tasks.load('/api/admin/tasks'), { of: 'admin', gcTime: Infinity });
};
