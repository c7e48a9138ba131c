import { Box } from '@chakra-ui/react';
import type { LicenseRow } from '@tessera/contract/licenses';
import { useAtomValue } from 'jotai';
import { CalendarClock, CircleCheck, CircleX, Hourglass, InfinityIcon, Undo2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { nowAtom } from '../../kernel/now.atoms.ts';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import type { Tone } from '../../ui/facts/status-badge.tsx';
import { LicenseLink } from './license-link.tsx';
import { shortId, statusOf, statusLabel } from './license-descriptions.ts';
import type { LicenseStatus } from './license-descriptions.ts';

const badgeStyles: Readonly<Record<LicenseStatus, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  upcoming: { icon: CalendarClock, tone: 'accent' },
  active: { icon: CircleCheck, tone: 'positive' },
  endless: { icon: InfinityIcon, tone: 'positive' },
  ending: { icon: Hourglass, tone: 'waiting' },
  ended: { icon: CircleX, tone: 'trouble' },
  refunded: { icon: Undo2, tone: 'neutral' },
};

/** A license's status as text and icon; neutral if a successor has taken over, because it then needs no attention. */
export const LicenseStatusBadge = ({ license }: { license: LicenseRow }) => {
  const now = useAtomValue(nowAtom);
  const status = statusOf(license, now);
  const { icon: Icon, tone } = badgeStyles[status];
  const hasSuccessor =
    (license.renewed_by ?? license.upgraded_by) !== null && (status === 'ending' || status === 'ended');
  return (
    <StatusBadge tone={hasSuccessor ? 'neutral' : tone}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      {statusLabel(license, now)}
    </StatusBadge>
  );
};

const relationsOf = ({ basis, renewed_by, upgraded_by }: LicenseRow) =>
  [
    { words: basis?.kind === 'upgrade' ? 'Upgrades' : 'Renews', id: basis?.license_id },
    { words: 'Renewed by', id: renewed_by },
    { words: 'Upgraded by', id: upgraded_by },
  ].flatMap(({ words, id }) => (id ? [{ words, id }] : []));

/** Links to the licenses before and after this one. */
export const RelatedLicenses = ({ license }: { license: LicenseRow }) => (
  <>
    {relationsOf(license).map(({ words, id }) => (
      <Box key={words} fontSize="sm">
        {words}{' '}
        <LicenseLink id={id} label={`${words} license ${shortId(id)}`}>
          <Box as="span" color="accent" fontWeight="500" fontVariantNumeric="tabular-nums">
            …{shortId(id)}
          </Box>
        </LicenseLink>
      </Box>
    ))}
  </>
);
