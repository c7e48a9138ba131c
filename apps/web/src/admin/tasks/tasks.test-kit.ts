import type { AdminTasks } from '@tessera/contract/admin';

const nothing = { count: 0, since: null };
export const noTasks: AdminTasks = { refunds: nothing, disputes: nothing, reports: nothing, referrals: nothing };

/** Replaces `get` of `send.ts` for a page whose test isn't about what waits: that is nothing. */
export const withNoTasks =
  <Rest extends readonly unknown[]>(read: (path: string, ...rest: Rest) => unknown) =>
  async (path: string, ...rest: Rest) =>
    path === '/api/admin/tasks' ? noTasks : read(path, ...rest);
