import { Box, Dialog, Portal, chakra } from '@chakra-ui/react';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import { formatAgreementDate } from '@tessera/domain/licensing/term';
import { licenseTypeTitles, licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import type { Cents } from '@tessera/domain/money';
import { useAtomValue } from 'jotai';
import { Check, X } from 'lucide-react';
import { useMemo } from 'react';
import { brandNameAtom } from '../../accounts/public.ts';
import { AgreementText } from './agreement-text.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { creatorNameAtom } from './creator-name.atoms.ts';
import type { NamedItem } from './creator-name.atoms.ts';

const Types = ({ chosen }: { chosen: LicenseType }) => (
  <chakra.ul display="flex" flexWrap="wrap" gap="2" listStyleType="none" aria-label="License types">
    {licenseTypes.map((type) => (
      <chakra.li
        key={type}
        aria-current={type === chosen}
        display="flex"
        alignItems="center"
        gap="1.5"
        px="3"
        py="1.5"
        borderWidth="1px"
        borderRadius="control"
        fontSize="sm"
        borderColor={type === chosen ? 'accent' : 'hairline'}
        bg={type === chosen ? 'accent.tint' : 'transparent'}
        color={type === chosen ? 'accent' : 'ink.muted'}
        fontWeight={type === chosen ? '600' : '400'}
      >
        {type === chosen && <Check size={14} strokeWidth={2} aria-hidden />}
        {licenseTypeTitles[type]}
      </chakra.li>
    ))}
  </chakra.ul>
);

const Party = ({ role, name }: { role: string; name: string }) => (
  <Box>
    <chakra.dt fontSize="xs" color="ink.muted">
      {role}
    </chakra.dt>
    <chakra.dd fontWeight="500">{name}</chakra.dd>
  </Box>
);

interface AgreementDialogProps {
  readonly item: NamedItem & { readonly title: string; readonly editorial?: boolean };
  /** The license type, and the total price. */
  readonly offer: { readonly type: LicenseType; readonly cents: Cents };
  readonly quantity?: number;
  /** ISO 8601; null if it is known only after payment. */
  readonly term?: { readonly start_date: string | null; readonly end_date: string | null };
  readonly onClose: () => void;
}

const fromPayment = { start_date: null, end_date: null };

/** The agreement as it would be concluded, for reading before a purchase. */
export const AgreementDialog = ({ item, offer, quantity = 1, term = fromPayment, onClose }: AgreementDialogProps) => {
  const brandName = useAtomValue(brandNameAtom) ?? 'Your brand';
  const creatorName = useAtomValue(useMemo(() => creatorNameAtom(item), [item]));
  const sections = termsInForce().sections({
    license_id: null,
    content_title: item.title,
    editorial: item.editorial ?? false,
    creator_name: creatorName,
    brand_name: brandName,
    license_type: offer.type,
    quantity,
    price_cents: offer.cents,
    ...term,
  });
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header pe="16">
              <Box>
                <Dialog.Title>Content License Agreement</Dialog.Title>
                <Box fontSize="sm" color="ink.muted" mt="1">
                  Last updated {formatAgreementDate(termsInForce().updatedAt)}
                </Box>
              </Box>
            </Dialog.Header>
            <Dialog.Body tabIndex={0}>
              <Box display="grid" gap="5" mb="6">
                <chakra.dl display="grid" gridTemplateColumns="1fr 1fr" gap="4">
                  <Party role="Creator" name={creatorName} />
                  <Party role="Brand" name={brandName} />
                </chakra.dl>
                <Types chosen={offer.type} />
              </Box>
              <AgreementText sections={sections} />
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <Button variant="ghost" size="icon" aria-label="Close">
                <X size={18} strokeWidth={1.5} aria-hidden />
              </Button>
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
};
