import { Box } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { useSyncExternalStore } from 'react';
import { awaitsReloadAtom } from '../../kernel/browser/release.ts';
import { isStorageBlocked } from '../../kernel/browser/storage.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { Notice, NoticeButton } from '../../ui/layout/notice.tsx';

const onConnectionChange = (onChange: () => void) => {
  for (const event of ['online', 'offline']) window.addEventListener(event, onChange);
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, onChange);
  };
};

const Offline = () => (
  <Notice tone="waiting" title="You’re offline">
    What you see may be out of date. Everything goes on by itself when you’re back online.
  </Notice>
);

const Replaced = () => (
  <Notice
    tone="accent"
    title="Tessera was updated"
    action={<NoticeButton onClick={() => window.location.reload()}>Reload</NoticeButton>}
  >
    Part of this page can’t load anymore. Save or copy what you’ve typed here, then reload to go on.
  </Notice>
);

const Blocked = () => (
  <Notice tone="waiting" title="This browser keeps nothing for Tessera">
    You can go on. When you reload or close this page, you’ll be signed out and your cart will be empty. To keep them,
    allow site data in your browser’s settings.
  </Notice>
);

/** What is the matter with the page's surroundings, at the lower edge of every page. */
export const SiteNotices = () => {
  const isOnline = useSyncExternalStore(onConnectionChange, () => navigator.onLine);
  const isReplaced = useAtomValue(awaitsReloadAtom, { store });
  const session = useAtomValue(sessionAtom, { store });
  const notice = isReplaced ? <Replaced /> : isOnline ? isStorageBlocked && session && <Blocked /> : <Offline />;
  return (
    notice && (
      <Box position="sticky" bottom="0" zIndex="banner" bg="paper" borderTopWidth="1px" p={{ base: '2', md: '3' }}>
        <Box maxW="1216px" mx="auto">
          {notice}
        </Box>
      </Box>
    )
  );
};
