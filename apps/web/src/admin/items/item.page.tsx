import { Box, Flex, Grid, Stack, chakra } from '@chakra-ui/react';
import type { ReportedItem } from '@tessera/contract/reports';
import type { AdminItem } from '@tessera/contract/showcase';
import { showcaseItemsMax } from '@tessera/domain/showcase/showcase';
import { useParams } from 'react-router-dom';
import { plural } from '../../kernel/plural.ts';
import { isUnknown } from '../../kernel/reading/queries.ts';
import { ApiError } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { useBusy } from '../../ui/controls/use-busy.ts';
import { UtcDay } from '../../ui/facts/times.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { PageHeading } from '../../ui/layout/page.tsx';
import { Heading, Panel } from '../../ui/layout/panel.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { MediaTile, thumbnailWidths } from '../../ui/media/media-tile.tsx';
import { AdminLayout } from '../admin-layout.tsx';
import { EventsLink } from '../events-link.tsx';
import { changePin, useItem } from './items.atoms.ts';

const titleOf = ({ title }: ReportedItem) => title || 'Deleted item';

const Picture = ({ of, sizes }: { of: ReportedItem; sizes: string }) => (
  <MediaTile
    media={of.media_url}
    type={of.media_type}
    placeholder={of.placeholder}
    widths={thumbnailWidths}
    sizes={sizes}
    alt=""
  />
);

/** Pins or unpins an item; one that isn't for sale can only be unpinned. */
const PinButton = ({ of, pinned }: { of: ReportedItem; pinned: boolean }) => {
  const [isSending, change] = useBusy(async () => {
    try {
      await changePin(of.id, pinned ? 'unpin' : 'pin');
      toast.success(
        pinned ? 'Unpinned' : 'Pinned to the home page',
        pinned ? `“${titleOf(of)}” no longer has a place on the home page.` : `Visitors see “${titleOf(of)}” first.`,
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.error(error.title, error.message);
    }
  });
  return (
    <Button
      variant="secondary"
      loading={isSending}
      loadingText={pinned ? 'Unpinning…' : 'Pinning…'}
      disabled={!pinned && of.status !== 'on_sale'}
      onClick={() => void change()}
    >
      {pinned ? 'Unpin from the home page' : 'Pin to the home page'}
    </Button>
  );
};

const factsOf = ({ item, original_width, original_height, open_reports, published_at }: AdminItem) =>
  [
    ['Creator', item.creator_email ? `${item.creator_name}, ${item.creator_email}` : item.creator_name],
    ['Status', item.status === 'on_sale' ? 'On sale' : 'No longer for sale'],
    ['Published', <UtcDay key="day" instant={published_at} />],
    ['Original', original_width && original_height ? `${original_width} × ${original_height} px` : 'Not measured'],
    ['Open reports', open_reports === 0 ? 'None' : plural(open_reports, 'report')],
  ] as const;

const Pinned = ({ items }: { items: readonly ReportedItem[] }) => (
  <Panel aria-labelledby="pinned">
    <Heading id="pinned" mb="4">
      Pinned to the home page ({items.length} of {showcaseItemsMax})
    </Heading>
    {items.length === 0 ? (
      <Box color="ink.muted">
        Nothing is pinned: the home page shows photos of 2 megapixels or more that have been for sale for a day, one of
        each creator.
      </Box>
    ) : (
      <Stack as="ul" gap="3" listStyleType="none">
        {items.map((each) => (
          <Flex as="li" key={each.id} gap="3" align="center">
            <Box w="14" flexShrink="0">
              <Picture of={each} sizes="56px" />
            </Box>
            <Box minW="0" overflowWrap="anywhere">
              <TextLink to={paths.admin.item(each.id)}>{titleOf(each)}</TextLink>
              <Box fontSize="xs" color="ink.muted">
                by {each.creator_name}
                {each.status === 'withdrawn' && ' · no longer for sale, so it isn’t shown'}
              </Box>
            </Box>
          </Flex>
        ))}
      </Stack>
    )}
  </Panel>
);

const Item = ({ id }: { id: string }) => {
  const { data: found, error } = useItem(id);
  if (isUnknown(error)) {
    const back = <ButtonLink to={paths.admin.reports}>See the reports</ButtonLink>;
    return <EmptyState sentence="There’s no such item." action={back} />;
  }
  if (!found && error) return <Notice>{error.message}</Notice>;
  if (!found) return <Skeleton h="400px" borderRadius="media" role="status" aria-label="Loading the item" />;
  const { item, pinned, all_pinned } = found;
  return (
    <>
      <PageHeading actions={<PinButton of={item} pinned={pinned} />}>{titleOf(item)}</PageHeading>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap="8">
        <Stack gap="5" minW="0">
          <Picture of={item} sizes="(min-width: 1024px) 600px, 100vw" />
          <chakra.dl display="grid" gridTemplateColumns="auto minmax(0, 1fr)" columnGap="5" rowGap="2" fontSize="sm">
            {factsOf(found).map(([name, value]) => (
              <Box key={name} display="contents">
                <chakra.dt color="ink.muted">{name}</chakra.dt>
                <chakra.dd overflowWrap="anywhere">{value}</chakra.dd>
              </Box>
            ))}
          </chakra.dl>
          <Flex gap="5" wrap="wrap" fontSize="sm">
            {item.status === 'on_sale' && <TextLink to={paths.item(item.id)}>Its page in the shop</TextLink>}
            <EventsLink of={`content-${item.id}`} name="Its events" />
          </Flex>
        </Stack>
        <Pinned items={all_pinned} />
      </Grid>
    </>
  );
};

/** One item, for the operator: what it is, and whether the home page shows it first. */
export const AdminItemPage = () => {
  const { item = '' } = useParams();
  return (
    <AdminLayout title="Item">
      <Item key={item} id={item} />
    </AdminLayout>
  );
};

export { AdminItemPage as Component };
