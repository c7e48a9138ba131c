import { Box, Stack } from '@chakra-ui/react';
import type { Profile } from '@tessera/contract/accounts/profile';
import type { ReactNode } from 'react';
import { useOwnProfile } from './own-profile.atoms.ts';
import { useKeptFocus } from '../../ui/controls/use-kept-focus.ts';
import { Notice, NoticeButton } from '../../ui/layout/notice.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';

const Waiting = () => (
  <Stack gap="5" aria-label="Loading your profile" role="status">
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} h="16" maxW="xl" />
    ))}
  </Stack>
);

const Unread = ({ onTryAgain }: { onTryAgain: () => void }) => (
  <Notice title="Your profile could not be loaded" action={<NoticeButton onClick={onTryAgain}>Try again</NoticeButton>}>
    Check your connection and try again. Nothing has been lost.
  </Notice>
);

/**
 * Renders its children with the user's own profile once it has loaded. They stay on screen when reading it again fails:
 * something may have been typed into them.
 */
export const OwnProfile = ({ children }: { children: (profile: Profile) => ReactNode }) => {
  const { data: profile, status, refetch } = useOwnProfile();
  const { place, press: tryAgain } = useKeptFocus(refetch);
  return (
    <Box ref={place} tabIndex={-1} outline="0" role="group" aria-label="Your profile">
      {profile && children(profile)}
      {!profile && (status === 'error' ? <Unread onTryAgain={tryAgain} /> : <Waiting />)}
    </Box>
  );
};
