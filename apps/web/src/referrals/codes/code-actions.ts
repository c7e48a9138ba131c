import type { NewReferralCode, ReferralCodeDeleted } from '@tessera/contract/referrals';
import type { ReferralCodeForm } from '@tessera/domain/referrals/forms';
import { atom } from 'jotai';
import { del, post } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { showSignInRequired, reportFailure } from '../report-failure.ts';
import { reloadOwnAtom } from '../referrals.atoms.ts';

/** Runs an action for a signed-in creator; false if it failed, which the user has been told. */
const attempt = async (isSignedIn: boolean, failure: string, action: () => Promise<void>): Promise<boolean> => {
  if (!isSignedIn) {
    showSignInRequired();
    return false;
  }
  try {
    await action();
    return true;
  } catch (error) {
    reportFailure(failure, error);
    return false;
  }
};

export const createCodeAtom = atom(null, (get, set, description: string) =>
  attempt(Boolean(get(sessionAtom)), 'Error creating referral code', async () => {
    const body: ReferralCodeForm = description.trim() ? { description: description.trim() } : {};
    const { code, position } = await post<NewReferralCode>('/api/referral-codes', body);
    toast.success('Referral code created', `${code} is ready to share.`);
    await set(reloadOwnAtom, position);
  }),
);

export const deleteCodeAtom = atom(null, (get, set, id: string) =>
  attempt(Boolean(get(sessionAtom)), 'Error deleting referral code', async () => {
    const { position } = await del<ReferralCodeDeleted>(`/api/referral-codes/${id}`);
    await set(reloadOwnAtom, position);
  }),
);

const copy = async (text: string, done: string) => {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done, text);
  } catch {
    toast.error('Failed to copy', `Please copy it yourself: ${text}`);
  }
};

export const copyCode = (code: string) => copy(code, 'Code copied');
export const copyLink = (link: string) => copy(link, 'Link copied');
