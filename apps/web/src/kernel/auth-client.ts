import { GoTrueClient } from '@supabase/auth-js';
import { localStore } from './browser/storage.ts';

type Options = NonNullable<ConstructorParameters<typeof GoTrueClient>[0]>;

/** A module of its own, loaded on demand: the client is large, and a visitor needs it only to sign in. */
export const newClient = (options: Pick<Options, 'storageKey' | 'flowType' | 'fetch'>) =>
  new GoTrueClient({
    url: `${window.location.origin}/auth/v1`,
    autoRefreshToken: true,
    persistSession: true,
    // Its own choice is memory, where the browser has no space left, and would lose a session that is stored.
    storage: localStore,
    detectSessionInUrl: true,
    ...options,
  });
