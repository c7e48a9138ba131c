import { Box, chakra } from '@chakra-ui/react';
import { megapixelsOf, orientationOf } from '@tessera/domain/content/media/measures';
import { formatAgreementDate } from '@tessera/domain/licensing/term';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { plural } from '../../kernel/plural.ts';
import { formatBytes } from '../../ui/facts/bytes.ts';
import { Day } from '../../ui/facts/times.tsx';
import type { MarketItem } from '../offers.ts';
import { capitalized } from '@tessera/domain/kernel/text';
import type { Original } from './item.atoms.ts';
import { ReportItem } from './report-item.tsx';
import { listAddress } from './use-item-link.ts';

const peopleLabel = ({ people }: MarketItem): string => {
  if (people === null) return 'Not stated';
  return people ? 'Recognizable' : 'None';
};

const releasesLabel = ({ model_releases: model, property_releases: property }: MarketItem): string =>
  [model > 0 && plural(model, 'model release'), property > 0 && plural(property, 'property release')]
    .filter((each) => each !== false)
    .join(', ') || 'None';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <chakra.dt color="ink.muted">{name}</chakra.dt>
    <chakra.dd overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
      {children}
    </chakra.dd>
  </>
);

interface ItemFactsProps {
  readonly item: MarketItem;
  /** Null until known. */
  readonly original: Original | null;
}

const dimensionsOf = (pixels: NonNullable<Original['pixels']>) =>
  `${pixels.width} × ${pixels.height} px (${megapixelsOf(pixels).toFixed(1)} MP)`;

/** Null as long as a neutral picture stands in for it. */
const previewOf = ({ media_width: width, media_height: height, media_type, clip_url }: MarketItem) =>
  width > 0 && !(media_type === 'video' && clip_url === null) ? { width, height } : null;

const OriginalFacts = ({ original, preview }: { original: Original; preview: ReturnType<typeof previewOf> }) => (
  <>
    <Fact name="Original">{original.format}</Fact>
    {original.pixels && <Fact name="Dimensions">{dimensionsOf(original.pixels)}</Fact>}
    {original.bytes !== null && <Fact name="File size">{formatBytes(original.bytes)}</Fact>}
    {!original.pixels && preview && <Fact name="Preview">{`${preview.width} × ${preview.height} px`}</Fact>}
  </>
);

const Facts = ({ item, original }: ItemFactsProps) => {
  const preview = previewOf(item);
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="minmax(104px, auto) minmax(0, 1fr)"
      alignContent="start"
      columnGap="4"
      rowGap="2"
      fontSize="sm"
    >
      <Fact name="Type">{item.media_type === 'video' ? 'Video' : 'Photo'}</Fact>
      {original && <OriginalFacts original={original} preview={preview} />}
      {preview && <Fact name="Orientation">{capitalized(orientationOf(preview))}</Fact>}
      <Fact name="Use">{item.editorial ? 'Editorial only' : 'Commercial and editorial'}</Fact>
      <Fact name="People">{peopleLabel(item)}</Fact>
      <Fact name="Releases">{releasesLabel(item)}</Fact>
      <Fact name="Made with AI">{item.ai_generated ? 'Yes' : 'No'}</Fact>
      <Fact name="AI training">{item.data_mining ? 'Allowed' : 'Not allowed'}</Fact>
      <Fact name="Published">
        <Day instant={item.created_at} />
      </Fact>
      <Fact name="Brand">{item.brand_name}</Fact>
      <Fact name="License terms">{formatAgreementDate(termsInForce().updatedAt)}</Fact>
      <Fact name="Item ID">{item.id}</Fact>
    </chakra.dl>
  );
};

const Tags = ({ tags }: Pick<MarketItem, 'tags'>) => {
  const list = listAddress(useLocation().pathname);
  return (
    <chakra.ul listStyleType="none" display="flex" flexWrap="wrap" gap="2" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Box
            asChild
            display="inline-flex"
            alignItems="center"
            minH="9"
            px="3.5"
            borderWidth="1px"
            borderRadius="full"
            fontSize="sm"
            overflowWrap="anywhere"
            _hover={{ borderColor: 'ink' }}
          >
            <Link to={`${list}?${new URLSearchParams({ tag })}`}>{tag}</Link>
          </Box>
        </li>
      ))}
    </chakra.ul>
  );
};

/** The description, tags and facts of an item. */
export const ItemFacts = ({ item, original }: ItemFactsProps) => (
  <chakra.section
    aria-label="Details"
    display="grid"
    gap={{ base: '8', lg: '10' }}
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' }}
  >
    <Box display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5" alignContent="start" minW="0">
      <chakra.p maxW="prose" whiteSpace="pre-line" overflowWrap="anywhere" _empty={{ display: 'none' }}>
        {item.description}
      </chakra.p>
      {item.tags.length > 0 && <Tags tags={item.tags} />}
    </Box>
    <Box display="grid" gap="3" alignContent="start" minW="0">
      <Facts item={item} original={original} />
      <ReportItem item={item} />
    </Box>
  </chakra.section>
);
