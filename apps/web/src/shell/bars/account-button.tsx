import { useAtomValue } from 'jotai';
import { portraitAtom, profileAtom } from '../../accounts/public.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { OnDemand } from '../../ui/menu/on-demand.tsx';
import { Portrait } from '../../ui/facts/portrait.tsx';
import { lazyPart } from '../../kernel/lazy-component.tsx';

const Menu = lazyPart(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** Shows who is signed in, and opens the account menu. */
export const AccountButton = () => {
  const session = useAtomValue(sessionAtom);
  const profile = useAtomValue(profileAtom);
  const portrait = useAtomValue(portraitAtom);
  return (
    <OnDemand
      trigger={{
        'aria-label': 'Your account',
        'aria-haspopup': 'menu',
        children: <Portrait name={profile?.name ?? session?.email ?? ''} picture={portrait} />,
      }}
      opened={(trigger) => <Menu trigger={trigger} />}
    />
  );
};
