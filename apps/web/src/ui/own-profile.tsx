import { Box, Stack } from '@chakra-ui/react';
import type { Profile } from '@tessera/domain/accounts/profile';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { ownProfileAtom, readOwnProfile } from '../kernel/own-profile.atoms.ts';
import { Button } from './controls/button.tsx';
import { Notice } from './layout/notice.tsx';
import { Skeleton } from './layout/skeleton.tsx';

const Waiting = () => (
  <Stack gap="5" aria-label="Loading your profile" role="status">
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} h="16" maxW="xl" />
    ))}
  </Stack>
);

const Unread = ({ onTryAgain }: { onTryAgain: () => void }) => (
  <Notice
    title="Your profile could not be loaded"
    action={
      <Button variant="secondary" size="sm" onClick={onTryAgain}>
        Try again
      </Button>
    }
  >
    Check your connection; nothing has been lost.
  </Notice>
);

/** What is made of the own profile, once it is there. */
export const OwnProfile = ({ children }: { children: (profile: Profile) => ReactNode }) => {
  const profile = useAtomValue(ownProfileAtom);
  const place = useRef<HTMLDivElement>(null);
  const tryAgain = () => {
    // The button leaves once it is pressed: the focus stays where the profile will stand.
    place.current?.focus({ preventScroll: true });
    void readOwnProfile();
  };
  return (
    <Box ref={place} tabIndex={-1} outline="0" role="group" aria-label="Your profile">
      {profile === 'reading' && <Waiting />}
      {profile === 'failed' && <Unread onTryAgain={tryAgain} />}
      {profile !== 'reading' && profile !== 'failed' && children(profile)}
    </Box>
  );
};
