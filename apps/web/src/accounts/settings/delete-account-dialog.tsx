import { Stack, chakra } from '@chakra-ui/react';
import { LastPayout } from '../../earnings/public.ts';
import { del } from '../../kernel/send.ts';
import { forgetSession } from '../../kernel/session.ts';
import type { Role } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { OwnerDialog } from '../owner-dialog.tsx';

const lost: Readonly<Record<Role, readonly string[]>> = {
  creator: [
    'Your name, email, phone, social handle and payment details.',
    'Your content on the marketplace, and your public page.',
    'Your referral codes, and rewards on future sales of the creators you referred.',
    'Access on all your devices. You can use your email for a new account.',
  ],
  brand: [
    'The contact’s name, email and phone.',
    'Your brand’s place on the home page.',
    'Your billing details, and your boards with their notes and links.',
    'Access on all your devices, and to the downloads that come with your licenses.',
  ],
};

const kept: Readonly<Record<Role, string>> = {
  creator: 'Licenses you sold stay valid, and their agreements keep the name you signed with: they are contracts.',
  brand: 'Licenses you bought and their agreements stay on record with the brand name: they are contracts.',
};

const Consequences = ({ role }: { role: Role }) => (
  <Stack gap="3" fontSize="sm" lineHeight="1.6">
    <chakra.p>This can’t be undone, and nobody at Tessera can bring it back. What you’ll lose:</chakra.p>
    <chakra.ul ps="5" listStyleType="disc" display="grid" gap="1.5">
      {lost[role].map((line) => (
        <chakra.li key={line}>{line}</chakra.li>
      ))}
    </chakra.ul>
    <chakra.p color="ink.muted">{kept[role]}</chakra.p>
  </Stack>
);

const deleted = () => {
  toast.success('Account deleted', 'Your account and your personal data are gone.');
  forgetSession();
};

export const DeleteAccountDialog = ({ role, onClose }: { role: Role; onClose: () => void }) => (
  <OwnerDialog
    title="Delete your account?"
    cancel="Keep my account"
    action="Delete account"
    sending="Deleting..."
    isDestructive
    failed="Nothing was deleted"
    send={(given) => del('/api/account', { body: given })}
    onDone={deleted}
    onClose={onClose}
  >
    <Consequences role={role} />
    {role === 'creator' && <LastPayout />}
  </OwnerDialog>
);
