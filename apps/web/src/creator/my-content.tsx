import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { ContentRow } from '@tessera/domain/content/row';
import { licenseTypeTitles, licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { centsOf, formatUsd } from '@tessera/domain/money';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { MediaTile } from '../ui/media-tile.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { myContent } from './lists.atoms.ts';
import { RowTable } from './row-table.tsx';
import { formatDate, formatExact, plural } from './words.ts';

const priceOf = (item: ContentRow, type: LicenseType) => {
  const offered = { one_time: item.offer_one_time, six_month: item.offer_six_month, perpetual: item.offer_perpetual };
  const prices = { one_time: item.one_time_price, six_month: item.six_month_price, perpetual: item.perpetual_price };
  return offered[type] ? formatUsd(centsOf(prices[type])) : null;
};

const ContentEntry = ({ item }: { item: ContentRow }) => (
  <tr>
    <td data-role="media">
      <MediaTile media={item.media_url} type={item.media_type} placeholder={item.placeholder} alt="" />
    </td>
    <td data-role="title">
      <Box fontWeight="500" lineClamp="2">
        {item.title}
      </Box>
      <Box fontSize="sm" color="ink.muted" truncate>
        For {item.brand_name}
      </Box>
    </td>
    {licenseTypes.map((type) => (
      <td key={type} data-label={licenseTypeTitles[type]} data-numeric>
        {priceOf(item, type) ?? (
          <Box as="span" color="ink.muted">
            Not offered
          </Box>
        )}
      </td>
    ))}
    <td data-label="Created">
      <time dateTime={item.created_at} title={formatExact(item.created_at)}>
        {formatDate(item.created_at)}
      </time>
    </td>
    <td data-role="action">
      <Flex gap="2" justify="flex-end">
        <Button asChild variant="secondary" size="sm">
          <Link to={paths.creator.edit(item.id)} aria-label={`Edit ${item.title}`}>
            Edit
          </Link>
        </Button>
        <Button variant="secondary" size="sm" disabled aria-label={`Licenses of ${item.title}`}>
          Licenses
        </Button>
      </Flex>
    </td>
  </tr>
);

const ContentTable = ({ items }: { items: readonly ContentRow[] }) => (
  <RowTable caption="My content">
    <thead>
      <tr>
        <th scope="col">
          <chakra.span srOnly>Picture</chakra.span>
        </th>
        <th scope="col">Title</th>
        {licenseTypes.map((type) => (
          <th key={type} scope="col" data-numeric>
            {licenseTypeTitles[type]}
          </th>
        ))}
        <th scope="col">Created</th>
        <th scope="col">
          <chakra.span srOnly>Actions</chakra.span>
        </th>
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <ContentEntry key={item.id} item={item} />
      ))}
    </tbody>
  </RowTable>
);

const UploadFirst = () => (
  <EmptyState
    sentence="You haven’t uploaded any content yet. Your first photo or video can be licensed minutes from now."
    action={
      <Button asChild>
        <Link to={paths.creator.upload}>Add Content</Link>
      </Button>
    }
  />
);

export const MyContent = () => {
  const { status, busy, items, nextCursor } = useAtomValue(myContent.listAtom);
  const read = useSetAtom(myContent.readAtom);
  useEffect(() => void read('open'), [read]);
  return (
    <Stack gap="4">
      <Flex justify="space-between" align="center" gap="3" minH="40px">
        <Box color="ink.muted" fontVariantNumeric="tabular-nums">
          {status === 'loaded' && `${plural(items.length, 'item')}${nextCursor ? ' shown' : ''}`}
        </Box>
        <Button variant="secondary" size="sm" disabled={busy} onClick={() => void read('start')}>
          <RefreshCw size={16} strokeWidth={1.5} aria-hidden /> {busy ? 'Refreshing…' : 'Refresh'}
        </Button>
      </Flex>
      {status === 'failed' && (
        <Box role="alert" color="trouble">
          Error loading content
        </Box>
      )}
      {status === 'loading' && <Skeleton h="320px" aria-label="Loading your content" />}
      {status === 'loaded' && items.length === 0 && <UploadFirst />}
      {items.length > 0 && <ContentTable items={items} />}
      {nextCursor && (
        <Button variant="secondary" alignSelf="center" disabled={busy} onClick={() => void read('more')}>
          Show more
        </Button>
      )}
    </Stack>
  );
};
