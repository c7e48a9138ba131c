import { Box, Flex, chakra } from '@chakra-ui/react';
import type { ReportRow, ReportedItem } from '@tessera/contract/reports';
import { reportReasons } from '@tessera/domain/reports/report-options';
import type { ReportStatus } from '@tessera/domain/reports/report-options';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { UtcDay, UtcMinute } from '../../ui/facts/times.tsx';
import { MediaTile, thumbnailWidths } from '../../ui/media/media-tile.tsx';
import { asTable } from '../../ui/table/table.tsx';
import type { Column } from '../../ui/table/table.tsx';

const roles: Readonly<Record<ReportRow['reporter_role'], string>> = {
  visitor: 'Visitor',
  creator: 'Creator',
  brand: 'Brand',
};

/** An item's title, which is empty once its creator's account was deleted. */
export const titleOf = ({ title }: Pick<ReportedItem, 'title'>) => title || 'Deleted item';

const MailLink = ({ email }: { email: string }) => (
  <chakra.a href={`mailto:${email}`} textDecoration="underline" textUnderlineOffset="3px" overflowWrap="anywhere">
    {email}
  </chakra.a>
);

const Item = ({ item }: { item: ReportedItem }) => (
  <Flex gap="3" align="flex-start">
    <Box w="16" flexShrink="0">
      <MediaTile
        media={item.media_url}
        type={item.media_type}
        placeholder={item.placeholder}
        widths={thumbnailWidths}
        sizes="64px"
        alt=""
      />
    </Box>
    <Box minW="0" overflowWrap="anywhere">
      <TextLink to={paths.admin.item(item.id)} fontWeight="500">
        {titleOf(item)}
      </TextLink>
      <Box fontSize="xs" color="ink.muted">
        by {item.creator_name}
        {item.status === 'withdrawn' && ' · no longer for sale'}
      </Box>
      {item.creator_email && (
        <Box fontSize="xs">
          <MailLink email={item.creator_email} />
        </Box>
      )}
    </Box>
  </Flex>
);

/** The last column has a button for open reports, and the date for closed ones. */
export const columnsOf = (status: ReportStatus, onClose: (row: ReportRow) => void): readonly Column<ReportRow>[] => [
  {
    head: 'Item',
    kind: 'name',
    css: { [asTable('many')]: { minW: '180px' } },
    verticalAlign: 'top',
    cell: ({ item }) => <Item item={item} />,
  },
  {
    head: 'Reason',
    kind: 'more',
    css: { [asTable('many')]: { minW: '180px' } },
    verticalAlign: 'top',
    cell: ({ reason, details }) => (
      <>
        <Box fontWeight="500">{reportReasons[reason]}</Box>
        <Box whiteSpace="pre-line" overflowWrap="anywhere" maxW="prose" color={details === null ? 'ink.muted' : 'ink'}>
          {details ?? 'Deleted along with the reporter’s account.'}
        </Box>
      </>
    ),
  },
  {
    head: 'Reporter',
    css: { [asTable('many')]: { minW: '210px' } },
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    cell: ({ reporter_role, reporter_email }) => (
      <Box>
        {reporter_email && <MailLink email={reporter_email} />}
        <Box fontSize="xs" color="ink.muted">
          {roles[reporter_role]}
        </Box>
      </Box>
    ),
  },
  {
    head: 'Reported',
    verticalAlign: 'top',
    cell: ({ reported_at }) => <UtcMinute instant={reported_at} />,
  },
  status === 'open'
    ? {
        head: 'Decision',
        kind: 'action',
        verticalAlign: 'top',
        cell: (row) => (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Close the report about ${titleOf(row.item)}`}
            onClick={() => onClose(row)}
          >
            Close…
          </Button>
        ),
      }
    : {
        head: 'Closed (UTC)',
        whiteSpace: 'nowrap',
        verticalAlign: 'top',
        cell: ({ closed_at }) => closed_at && <UtcDay instant={closed_at} />,
      },
];
