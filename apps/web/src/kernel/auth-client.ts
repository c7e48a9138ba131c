import { GoTrueClient } from '@supabase/auth-js';

type Options = NonNullable<ConstructorParameters<typeof GoTrueClient>[0]>;

/** A module of its own, loaded on demand: the client is large, and a visitor needs it only to sign in. */
export const newClient = (options: Pick<Options, 'storageKey' | 'flowType' | 'fetch'>) =>
  new GoTrueClient({
    url: `${window.location.origin}/auth/v1`,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
    ...options,
  });
