import type { MailQueue } from '@tessera/contract/mails/mail-queue';
import { useAtomValue } from 'jotai';
import { useQuery } from '../../kernel/reading/queries.ts';
import { liveQueries } from '../live-queries.ts';

/** Loaded again with every outcome of an email. */
export const mails = liveQueries('mails', ({ type }) => /(Sent|NotSent)$/.test(type));

/** What is due, and what holds it up, kept current while the component is mounted. */
export const useMailQueue = () => {
  useAtomValue(mails.watchAtom);
  return useQuery<MailQueue>(['mails', 'queue'], () => mails.load('/api/admin/mails'), { of: 'admin' });
};
