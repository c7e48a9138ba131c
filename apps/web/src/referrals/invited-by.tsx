import type { Inviter } from '@tessera/contract/referrals';
import { splitPolicy } from '@tessera/domain/earnings/split';
import { useAtomValue } from 'jotai';
import { useReading } from '../kernel/reading/use-reading.ts';
import { Notice } from '../ui/layout/notice.tsx';
import { phaseOf, referralAtom } from './invitation.atoms.ts';

const percent = `${splitPolicy.referralBasisPoints / 100}%`;

const Invited = ({ code }: { code: string }) => {
  const { reading } = useReading<Inviter>(`/api/referral-codes/${encodeURIComponent(code)}/inviter`, {
    of: 'everybody',
  });
  if (reading.status !== 'known') return null;
  return (
    <Notice tone="accent" title={`${reading.value.name} invites you`}>
      Your referral code is filled in below. They earn {percent} of what you sell; it comes out of our commission, so
      you keep your full share.
    </Notice>
  );
};

/** Of a valid code by whose link one came. */
const useLinkCode = () => {
  const referral = useAtomValue(referralAtom);
  return phaseOf(referral) === 'valid' && referral.source === 'url' ? referral.code : null;
};

/** Who invites a creator that came by a link; nothing for others, or while it isn't known. */
export const InvitedBy = () => {
  const code = useLinkCode();
  return code === null ? null : <Invited code={code} />;
};

/** What a brand that came by such a link is told. */
export const CodesAreForCreators = () =>
  useLinkCode() === null ? null : (
    <Notice tone="accent" title="Referral codes are for creators">
      You came by a creator’s invitation. A brand account works the same without it, and nothing about your prices
      changes.
    </Notice>
  );
