import { Box, Flex, Grid } from '@chakra-ui/react';
import type { OwnContentRow } from '@tessera/contract/content';
import { licenseTypeTitles, licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { centsOf, formatUsd } from '@tessera/domain/money';
import { plural } from '../../kernel/plural.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { MediaTile, mediaOf } from '../../ui/media/media-tile.tsx';
import type { Column, RowEntryProps } from '../../ui/table/row-table.tsx';
import { ItemStatus } from './item-status.tsx';
import { Day } from '../../ui/facts/times.tsx';

export const contentColumns: readonly Column[] = [
  { title: 'Picture', width: '100px', kind: 'media' },
  { title: 'Title', width: 'minmax(0, 1fr)' },
  { title: 'Prices', width: '182px' },
  { title: 'Licenses', width: '80px', kind: 'figure' },
  { title: 'Earned', width: '108px', kind: 'figure' },
  { title: 'Created', width: '96px' },
  { title: 'Actions', width: '164px', kind: 'actions' },
];

const priceOf = (item: OwnContentRow, type: LicenseType) =>
  item[`offer_${type}`] ? formatUsd(centsOf(item[`${type}_price`])) : 'Not offered';

const Prices = ({ item }: { item: OwnContentRow }) => (
  <Grid as="dl" templateColumns="auto auto" justifyContent="space-between" columnGap="3" fontSize="xs" lineHeight="1.7">
    {licenseTypes.map((type) => (
      <Box key={type} display="contents">
        <Box as="dt" color="ink.muted">
          {licenseTypeTitles[type]}
        </Box>
        <Box as="dd" textAlign="end" fontVariantNumeric="tabular-nums">
          {priceOf(item, type)}
        </Box>
      </Box>
    ))}
  </Grid>
);

const Actions = ({ item, onAct }: { item: OwnContentRow; onAct: (item: OwnContentRow) => void }) => {
  const action = item.status === 'on_sale' ? 'Withdraw from sale' : 'Put back on sale';
  return (
    <Grid templateColumns="1fr 1fr" gap="1.5" css={{ '& > *': { px: '2' } }}>
      <ButtonLink to={paths.creator.edit(item.id)} aria-label={`Edit ${item.title}`} variant="secondary" size="sm">
        Edit
      </ButtonLink>
      <Button variant="secondary" size="sm" disabled aria-label={`Licenses of ${item.title}`}>
        Licenses
      </Button>
      <Button
        variant="ghost"
        size="sm"
        gridColumn="1 / -1"
        fontWeight="500"
        aria-label={`${action}: ${item.title}`}
        onClick={() => onAct(item)}
      >
        {action}
      </Button>
    </Grid>
  );
};

export const ContentEntry = ({ row: item, onAct }: RowEntryProps<OwnContentRow>) => (
  <>
    <td role="cell" data-role="media">
      <MediaTile {...mediaOf(item)} sizes="112px" alt="" />
    </td>
    <td role="cell" data-role="title">
      <Box fontWeight="500" fontSize="md" lineHeight="1.3" lineClamp="2" overflowWrap="anywhere">
        {item.title}
      </Box>
      <Box fontSize="sm" color="ink.muted" truncate mb="1.5">
        For {item.brand_name}
      </Box>
      <ItemStatus item={item} />
      {item.screens_only && (
        <Box fontSize="xs" color="ink.muted" mt="1">
          Under 1 megapixel: for screens
        </Box>
      )}
    </td>
    <td role="cell" data-role="line">
      <Prices item={item} />
    </td>
    <td role="cell" data-label="Licenses" data-numeric>
      <Box as="span">
        <Box fontWeight="500">{item.licenses.toLocaleString('en-US')}</Box>
        <Box fontSize="xs" color="ink.muted" whiteSpace="nowrap">
          {plural(item.views, 'view')}
          <br />
          {plural(item.carts, 'cart')}
        </Box>
      </Box>
    </td>
    <td role="cell" data-label="Earned" data-numeric>
      <Box as="span">
        <Box fontWeight="500">
          <Money cents={item.gross_cents} />
        </Box>
        {item.licenses > 0 && (
          <Box fontSize="xs" color="ink.muted">
            <Money cents={item.net_cents} /> net
          </Box>
        )}
      </Box>
    </td>
    <td role="cell" data-label="Created">
      <Day instant={item.created_at} />
    </td>
    <td role="cell" data-role="action">
      <Flex direction="column" justify="center">
        <Actions item={item} onAct={onAct} />
      </Flex>
    </td>
  </>
);
