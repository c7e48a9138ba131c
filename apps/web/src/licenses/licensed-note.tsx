import { chakra } from '@chakra-ui/react';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import { BadgeCheck } from 'lucide-react';
import { formatEnd } from '../kernel/dates.ts';
import { useHeldLicense } from './held-license.atoms.ts';
import { paths } from '../paths.ts';
import { TextLink } from '../ui/controls/text-link.tsx';

/** Warns before a purchase that the brand already has a license for the item; renders nothing if it has none. */
export const LicensedNote = ({ contentId }: { contentId: string }) => {
  const held = useHeldLicense(contentId);
  if (!held) return null;
  return (
    <chakra.div
      role="note"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="2"
      fontSize="sm"
      color="waiting"
    >
      <chakra.span display="inline-flex" alignItems="center" gap="1.5">
        <BadgeCheck size={16} strokeWidth={1.5} aria-hidden style={{ flexShrink: 0 }} />
        Already licensed {formatEnd(held.end_date)}: {licenseTypeTitles[held.license_type]}
      </chakra.span>
      <TextLink to={paths.brand.licenses} textUnderlineOffset="auto">
        View licenses
      </TextLink>
    </chakra.div>
  );
};
