import { Box, Flex, chakra } from '@chakra-ui/react';
import { deviceName } from '@tessera/domain/accounts/access/device';
import type { SessionList, SessionRow } from '@tessera/contract/accounts/account';
import { useAtomValue, useSetAtom } from 'jotai';
import { Laptop, LogOut, MonitorSmartphone, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatAgo, formatExactly } from '../../kernel/dates.ts';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { ApiError, del } from '../../kernel/send.ts';
import { secondsToWait, signOutOthers } from '../../kernel/session.ts';
import { signOutAtom } from '../../kernel/sign-out.atoms.ts';
import { toast } from '../../kernel/toast.tsx';
import { useReading } from '../../kernel/reading/use-reading.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useBusy } from '../../ui/controls/use-busy.ts';
import { QuestionDialog } from '../../ui/decision/decision-dialog.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import { SettingsSection } from './settings-section.tsx';
import { refusalMessage } from '../error-messages.ts';
import { Day } from '../../ui/facts/times.tsx';

const address = '/api/account/sessions';
const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;
const phones = ['Android', 'iOS', 'Windows Phone'];
/** Longer than the five minutes after which the server records activity again. */
const activeNowMs = 6 * 60_000;
const goneStatus = 404;

const toastFailure = (error: unknown) => toast.error('Sign out failed', refusalMessage(error, secondsToWait()));

/** A session that is already gone counts as ended. @throws the refusal */
const endSession = async ({ id }: SessionRow) => {
  try {
    await del(`${address}/${id}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === goneStatus)) throw error;
  }
};

const DeviceIcon = ({ system }: { system: string | null }) => {
  const Icon = system === null ? MonitorSmartphone : phones.includes(system) ? Smartphone : Laptop;
  return (
    <Box
      display="grid"
      placeItems="center"
      flexShrink={0}
      boxSize="10"
      borderRadius="control"
      bg="sunken"
      color="ink.muted"
    >
      <Icon {...icon} />
    </Box>
  );
};

const LastActive = ({ session }: { session: SessionRow }) => {
  const nowMs = useAtomValue(nowAtom);
  const { last_seen_at, current } = session;
  const isActive = current || nowMs - Date.parse(last_seen_at) < activeNowMs;
  return (
    <time dateTime={last_seen_at} title={formatExactly(last_seen_at)}>
      {isActive ? 'Active now' : `Last active ${formatAgo(last_seen_at, nowMs)}`}
    </time>
  );
};

const Row = ({ session, onEnded }: { session: SessionRow; onEnded: () => void }) => {
  const { network, current, started_at, awaits_second_factor } = session;
  const signOut = useSetAtom(signOutAtom);
  const name = deviceName(session);
  const [ending, end] = useBusy(async () => {
    try {
      if (current) return await signOut();
      await endSession(session);
      toast.success(`Signed out: ${name}`, 'If that wasn’t you, change your password as well.');
      onEnded();
    } catch (error) {
      toastFailure(error);
    }
  });
  return (
    <Flex as="li" gap="4" py="4" align="flex-start" borderTopWidth="1px" borderColor="hairline">
      <DeviceIcon system={session.system} />
      <Box flex="1" minW="0">
        <Flex gap="2" wrap="wrap" align="center" fontWeight="500" minH="6">
          {name}
          {current && <StatusBadge tone="accent">This device</StatusBadge>}
          {awaits_second_factor && <StatusBadge tone="waiting">Code not entered yet</StatusBadge>}
        </Flex>
        <Box fontSize="sm" color="ink.muted" mt="1" lineHeight="1.6" fontVariantNumeric="tabular-nums">
          {network !== null && `${network} · `}
          <LastActive session={session} />
          <Box>
            Signed in <Day instant={started_at} />
          </Box>
        </Box>
      </Box>
      <Button
        variant="secondary"
        size="sm"
        aria-label={current ? 'Sign out this device' : `Sign out ${name}`}
        loading={ending}
        loadingText="Signing out..."
        onClick={() => void end()}
      >
        Sign out
      </Button>
    </Flex>
  );
};

const SignOutOthersDialog = ({ onClose, onEnded }: { onClose: () => void; onEnded: () => void }) => {
  const [ending, setEnding] = useState(false);
  const end = async () => {
    setEnding(true);
    try {
      await signOutOthers();
      toast.success('Signed out everywhere else', 'You’re still signed in here.');
      onEnded();
    } catch (error) {
      toastFailure(error);
      onClose();
    }
  };
  return (
    <QuestionDialog
      title="Sign out everywhere else?"
      action="Sign out"
      sending="Signing out..."
      isSending={ending}
      locksWhileSending
      isDestructive
      onAction={end}
      onClose={onClose}
    >
      <chakra.p>
        You’ll stay signed in here. Every other device will need your password again, and anything not saved there will
        be lost.
      </chakra.p>
    </QuestionDialog>
  );
};

const Loading = () => (
  <Box display="grid" gap="3" role="status" aria-label="Loading your devices">
    <Skeleton h="20" />
    <Skeleton h="20" />
  </Box>
);

/** The devices that are signed in to the account. Each can be signed out, or all others together. */
export const SessionsSection = () => {
  const { reading, retry } = useReading<SessionList>(address);
  const [ended, setEnded] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const all = reading.status === 'known' ? reading.value.sessions : [];
  const sessions = all.filter(({ id }) => !ended.includes(id));
  const others = sessions.filter(({ current }) => !current).map(({ id }) => id);
  /** Moves the focus to the list, as the pressed button is gone. */
  const removeRows = (ids: readonly string[]) => {
    flushSync(() => {
      setEnded([...ended, ...ids]);
      setAsking(false);
    });
    place.current?.focus();
  };
  return (
    <SettingsSection
      id="devices"
      heading="Where you’re signed in"
      intro="If you don’t recognize a device, sign it out and change your password. We only keep part of each network address."
    >
      <Box ref={place} tabIndex={-1} role="group" aria-label="Where you’re signed in" outline="none">
        {reading.status === 'loading' && <Loading />}
        {reading.status === 'failed' && <ReadFailed words="Your devices could not be loaded" onTryAgain={retry} />}
        {sessions.length > 0 && (
          <chakra.ul listStyleType="none" css={{ '& > li:first-of-type': { borderTopWidth: 0, paddingTop: 0 } }}>
            {sessions.map((session) => (
              <Row key={session.id} session={session} onEnded={() => removeRows([session.id])} />
            ))}
          </chakra.ul>
        )}
        {reading.status === 'known' && others.length === 0 && (
          <Box fontSize="sm" color="ink.muted">
            You’re not signed in anywhere else.
          </Box>
        )}
        {others.length > 0 && (
          <Button variant="danger" mt="2" w={{ base: 'full', sm: 'auto' }} onClick={() => setAsking(true)}>
            <LogOut {...icon} />
            Sign out everywhere else…
          </Button>
        )}
        {asking && <SignOutOthersDialog onClose={() => setAsking(false)} onEnded={() => removeRows(others)} />}
      </Box>
    </SettingsSection>
  );
};
