import { GoTrueClient } from '@supabase/auth-js';

type Options = NonNullable<ConstructorParameters<typeof GoTrueClient>[0]>;

/** Loaded apart, as the client is large and a visitor needs it no sooner than to sign in. */
export const newClient = (options: Pick<Options, 'storageKey' | 'flowType' | 'fetch'>) =>
  new GoTrueClient({
    url: `${window.location.origin}/auth/v1`,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
    ...options,
  });
