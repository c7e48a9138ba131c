import { useAtomValue } from 'jotai';
import { lazy } from 'react';
import { profileAtom } from '../../accounts/public.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { Initials } from '../../ui/facts/initials.tsx';
import { OnDemand } from './on-demand.tsx';

const Menu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** Who is signed in, as the door to everything about the account. */
export const AccountButton = () => {
  const session = useAtomValue(sessionAtom);
  const profile = useAtomValue(profileAtom);
  return (
    <OnDemand
      trigger={{
        'aria-label': 'Account menu',
        'aria-haspopup': 'menu',
        children: <Initials name={profile?.name ?? session?.email ?? ''} />,
      }}
      Opened={Menu}
    />
  );
};
