import { chakra } from '@chakra-ui/react';
import { lineKindTitles } from '@tessera/domain/earnings/statements/statement';
import type { LineKind } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';

interface LineDescriptionProps {
  readonly of: {
    readonly kind: LineKind;
    readonly title: string | null;
    readonly license_type: LicenseType | null;
    readonly brand_name: string | null;
  };
}

/** What a line is about: its kind, then the item, license and brand, as far as the creator may know them. */
export const LineDescription = ({ of: { kind, title, license_type, brand_name } }: LineDescriptionProps) => {
  const details = [title, license_type && licenseTypeTitles[license_type], brand_name].filter(Boolean).join(' · ');
  return (
    <chakra.span display="block" overflowWrap="anywhere">
      {lineKindTitles[kind]}
      {details && (
        <chakra.span display="block" color="ink.muted">
          {details}
        </chakra.span>
      )}
    </chakra.span>
  );
};
