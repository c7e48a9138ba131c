import { Flex } from '@chakra-ui/react';
import type { LicenseRow } from '@tessera/contract/licenses';
import type { ReactNode } from 'react';
import { downloadAgreement } from './download.ts';
import { Button } from '../ui/controls/button.tsx';
import { asRows } from '../ui/table/row-table.styles.ts';
import { MediaTile, thumbnailWidths } from '../ui/media/media-tile.tsx';

/** The table cell with the licensed picture. */
export const LicensePicture = ({ license: { content } }: { license: LicenseRow }) => (
  <td role="cell" data-role="media">
    <MediaTile media={content.media_url} type={content.media_type} widths={thumbnailWidths} sizes="112px" alt="" />
  </td>
);

interface LicenseActionsProps {
  readonly license: LicenseRow;
  readonly onView: (license: LicenseRow) => void;
  /** What the accessible label calls the PDF. */
  readonly pdf: string;
  /** Shown before the two buttons. */
  readonly first?: ReactNode;
}

/** The table cell that opens a license's agreement, and downloads its PDF. */
export const LicenseActions = ({ license, onView, pdf, first }: LicenseActionsProps) => (
  <td role="cell" data-role="action">
    <Flex gap="1.5" css={{ flexWrap: 'wrap', '& > *': { flex: 1 }, [asRows]: { flexDirection: 'column' } }}>
      {first}
      <Button
        variant="secondary"
        size="sm"
        onClick={() => onView(license)}
        aria-label={`View agreement for ${license.content.title}`}
      >
        View agreement
      </Button>
      <Button
        variant="ghost"
        size="sm"
        fontWeight="500"
        onClick={() => void downloadAgreement(license.id)}
        aria-label={`Download ${pdf} for ${license.content.title}`}
      >
        Download PDF
      </Button>
    </Flex>
  </td>
);
