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
      Their referral code is filled in below. They earn {percent} of what you sell; it comes out of our commission, so
      you keep your full share.
    </Notice>
  );
};

/** The valid code of the link that the visitor followed, or null. */
const useLinkCode = () => {
  const referral = useAtomValue(referralAtom);
  return phaseOf(referral) === 'valid' && referral.source === 'url' ? referral.code : null;
};

/** Shows who invited a creator who followed a referral link; nothing for others, or until it is loaded. */
export const InvitedBy = () => {
  const code = useLinkCode();
  return code === null ? null : <Invited code={code} />;
};

/** Tells brands who followed a referral link that codes are for creators. */
export const CodesAreForCreators = () =>
  useLinkCode() === null ? null : (
    <Notice tone="accent" title="Referral codes are for creators">
      You followed a creator’s invitation. A brand account works the same without it, and your prices don’t change.
    </Notice>
  );
