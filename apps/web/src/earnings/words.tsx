import { chakra } from '@chakra-ui/react';
import { lineKindTitles } from '@tessera/domain/earnings/statements/statement';
import type { LineKind } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import { payoutStatusTitles } from '@tessera/domain/payouts/titles';
import { ArrowLeft } from 'lucide-react';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { StatusBadge } from '../ui/facts/status-badge.tsx';
import type { Tone } from '../ui/facts/status-badge.tsx';

const tones: Readonly<Record<PayoutStatus, Tone>> = {
  prepared: 'waiting',
  sent: 'accent',
  paid: 'positive',
  failed: 'trouble',
  canceled: 'neutral',
  returned: 'trouble',
};

export const PayoutBadge = ({ status }: { status: PayoutStatus }) => (
  <StatusBadge tone={tones[status]}>{payoutStatusTitles[status]}</StatusBadge>
);

interface SubjectProps {
  readonly of: {
    readonly kind: LineKind;
    readonly title: string | null;
    readonly license_type: LicenseType | null;
    readonly brand_name: string | null;
  };
}

/** What a line is about: its kind, then the item, license and brand as far as they are the creator’s to know. */
export const Subject = ({ of: { kind, title, license_type, brand_name } }: SubjectProps) => {
  const details = [title, license_type && licenseTypeTitles[license_type], brand_name].filter(Boolean).join(' · ');
  return (
    <chakra.span display="block" textAlign={{ base: 'end', md: 'start' }} overflowWrap="anywhere">
      {lineKindTitles[kind]}
      {details && (
        <chakra.span display="block" color="ink.muted">
          {details}
        </chakra.span>
      )}
    </chakra.span>
  );
};

export const BackToPayouts = () => (
  <ButtonLink to={paths.creator.payouts} variant="ghost" px="2" ms="-2" mb="3" color="ink.muted">
    <ArrowLeft size={16} strokeWidth={1.5} aria-hidden />
    Payouts
  </ButtonLink>
);
