import type { NewReferralCode, ReferralCodeDeleted } from '@tessera/contract/referrals';
import { atom } from 'jotai';
import { del, post } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { showSignInRequired, reportFailure } from '../report-failure.ts';
import { reloadOwnAtom } from '../referrals.atoms.ts';

/** Creates a code; false if that failed, which the user has been told. */
export const createCodeAtom = atom(null, async (get, set, description: string): Promise<boolean> => {
  if (!get(sessionAtom)) {
    showSignInRequired();
    return false;
  }
  try {
    const body = description.trim() ? { description: description.trim() } : {};
    const { code, position } = await post<NewReferralCode>('/api/referral-codes', body);
    toast.success('Referral code created', `${code} is ready to share.`);
    await set(reloadOwnAtom, position);
    return true;
  } catch (error) {
    reportFailure('Error creating referral code', error);
    return false;
  }
});

/** Deletes a code; false if that failed, which the user has been told. */
export const deleteCodeAtom = atom(null, async (get, set, id: string): Promise<boolean> => {
  if (!get(sessionAtom)) {
    showSignInRequired();
    return false;
  }
  try {
    const { position } = await del<ReferralCodeDeleted>(`/api/referral-codes/${id}`);
    await set(reloadOwnAtom, position);
    return true;
  } catch (error) {
    reportFailure('Error deleting referral code', error);
    return false;
  }
});

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
