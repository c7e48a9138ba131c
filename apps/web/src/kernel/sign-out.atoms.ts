import { atom } from 'jotai';
import { signOut } from './session.ts';
import { toast } from './toast.tsx';

const running = atom(false);
export const signingOutAtom = atom((get) => get(running));

/** Ends the session. `SessionEndRedirect` then leads back to the home page. */
export const signOutAtom = atom(null, async (get, set): Promise<void> => {
  if (get(running)) return;
  set(running, true);
  try {
    await signOut();
    toast.success('Signed out successfully');
  } catch {
    toast.error('Sign out failed', 'The server could not be reached. You are still signed in.');
  } finally {
    set(running, false);
  }
});
