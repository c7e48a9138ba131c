import fc from 'fast-check';
import { UploadForm } from '@tessera/domain/content/forms';
import {
  appliedToAll,
  brandOf,
  commonTags,
  missingOf,
  newTile,
  pricingOf,
  saidOf,
  publishedOf,
  withTagsChanged,
  termsOf,
  withPictureWords,
} from './listing-draft.ts';
import type { Facet, Tile } from './listing-draft.ts';

const form = (values: Partial<UploadForm> = {}) => Object.assign(new UploadForm(), values);
const acme = form({ brandName: 'The Acme', productUrls: ['https://acme.example'] });
const tag = fc.constantFrom('sea', 'dawn', 'fog', 'pier');
const brand = fc.string().map((brandName) => brandOf(form({ brandName })));
const pricing = fc.nat(900).map((oneTimePrice) => pricingOf(form({ oneTimePrice })));
const tile: fc.Arbitrary<Tile> = fc
  .record({
    title: fc.string(),
    description: fc.string(),
    tags: fc.uniqueArray(tag),
    brand: fc.option(brand),
    pricing: fc.option(pricing),
    rights: fc.option(fc.record({ people: fc.boolean(), editorial: fc.boolean() })),
  })
  .map((said) => ({ ...newTile('fog.jpg'), ...said }));

it('[GAL-14] applied to all, one thing is the same for all, and every title and all else stays each file’s own', () => {
  const facets = fc.constantFrom<Facet>('tags', 'brand', 'pricing', 'rights');
  fc.assert(
    fc.property(fc.array(tile, { minLength: 1 }), facets, (tiles, facet) => {
      const from = tiles[0] ?? newTile('fog.jpg');
      const after = appliedToAll({ tiles, shared: acme }, from, facet);
      const said = (one: Tile, shared: UploadForm) => ({
        title: one.title,
        description: one.description,
        tags: one.tags,
        brand: brandOf(termsOf(one, shared)),
        pricing: pricingOf(termsOf(one, shared)),
        rights: saidOf(termsOf(one, shared)),
      });
      const applied = said(from, acme)[facet];
      expect(after.tiles.map((one) => said(one, after.shared))).toEqual(
        tiles.map((one) => ({ ...said(one, acme), [facet]: applied })),
      );
    }),
  );
});

it('[GAL-14] changed for several, the tags they share change and those of their own stay', () => {
  fc.assert(
    fc.property(fc.array(tile, { minLength: 1 }), fc.uniqueArray(tag), (tiles, changed) => {
      const common = commonTags(tiles);
      for (const { tags } of tiles) {
        const after = withTagsChanged(tags, common, changed);
        expect(after).toEqual([...new Set(after)]);
        for (const kept of [...changed, ...tags.filter((own) => !common.includes(own))]) expect(after).toContain(kept);
      }
    }),
  );
  expect(withTagsChanged(['fog', 'sea'], ['fog', 'sea'], ['sea', 'fog', 'dawn'])).toEqual(['sea', 'fog', 'dawn']);
});

it('[GAL-14] a file says what it still needs, and its own brand is enough for it', () => {
  const empty = form({ productUrls: [] });
  expect(missingOf(newTile('fog.jpg'), 'fog.jpg', empty)).toEqual(['brand name', 'product URL']);
  expect(missingOf({ ...newTile('fog.jpg'), brand: brandOf(acme) }, 'fog.jpg', empty)).toEqual([]);
  expect(missingOf(newTile('fog.jpg'), 'fog.jpg', form({ ...acme, oneTimePrice: 0 }))).toEqual(['one-time price']);
});

it('[GAL-14] [UP-36] [UP-37] with nothing said, its file’s name and the brand’s words stand for title and tags', () => {
  expect(publishedOf(newTile('DSC_0042.jpg'), 'DSC_0042.jpg', acme)).toMatchObject({
    title: 'DSC_0042',
    tags: ['the', 'acme'],
  });
  const said = withPictureWords(newTile('DSC_0042.jpg'), 'DSC_0042.jpg', {
    title: 'Boats at sea',
    description: 'Two',
    tags: ['Sea'],
  });
  expect(publishedOf(said, 'DSC_0042.jpg', acme)).toMatchObject({
    title: 'Boats at sea',
    description: 'Two',
    tags: ['sea'],
  });
});
