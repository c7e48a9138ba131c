import fc from 'fast-check';
import { UploadForm } from '@tessera/domain/content/forms';
import { brandOf, declarationOf, pricingOf } from '../form-fields.ts';
import {
  applyToAll,
  commonTags,
  missingFields,
  newDraft,
  publishFormOf,
  replaceCommonTags,
  effectiveFields,
  withEmbeddedText,
} from './listing-draft.ts';
import type { Facet, ListingDraft } from './listing-draft.ts';

const form = (values: Partial<UploadForm> = {}) => Object.assign(new UploadForm(), values);
const acme = form({ brandName: 'The Acme', productUrls: ['https://acme.example'] });
const tag = fc.constantFrom('sea', 'dawn', 'fog', 'pier');
const brand = fc.string().map((brandName) => brandOf(form({ brandName })));
const pricing = fc.nat(900).map((oneTimePrice) => pricingOf(form({ oneTimePrice })));
const draft: fc.Arbitrary<ListingDraft> = fc
  .record({
    title: fc.string(),
    description: fc.string(),
    tags: fc.uniqueArray(tag),
    brand: fc.option(brand),
    pricing: fc.option(pricing),
    rights: fc.option(fc.record({ people: fc.boolean(), editorial: fc.boolean() })),
  })
  .map((fields) => ({ ...newDraft('fog.jpg'), ...fields }));

it('[GAL-14] applying one file’s part to all changes only that part; titles and everything else stay as they were', () => {
  const facets = fc.constantFrom<Facet>('tags', 'brand', 'pricing', 'rights');
  fc.assert(
    fc.property(fc.array(draft, { minLength: 1 }), facets, (drafts, facet) => {
      const from = drafts[0] ?? newDraft('fog.jpg');
      const after = applyToAll({ drafts, shared: acme }, from, facet);
      const listingOf = (each: ListingDraft, shared: UploadForm) => ({
        title: each.title,
        description: each.description,
        tags: each.tags,
        brand: brandOf(effectiveFields(each, shared)),
        pricing: pricingOf(effectiveFields(each, shared)),
        rights: declarationOf(effectiveFields(each, shared)),
      });
      const applied = listingOf(from, acme)[facet];
      expect(after.drafts.map((each) => listingOf(each, after.shared))).toEqual(
        drafts.map((each) => ({ ...listingOf(each, acme), [facet]: applied })),
      );
    }),
  );
});

it('[GAL-14] editing the tags of several files changes the tags they share and keeps their others', () => {
  fc.assert(
    fc.property(fc.array(draft, { minLength: 1 }), fc.uniqueArray(tag), (drafts, changed) => {
      const common = commonTags(drafts);
      for (const { tags } of drafts) {
        const after = replaceCommonTags(tags, common, changed);
        expect(after).toEqual([...new Set(after)]);
        for (const kept of [...changed, ...tags.filter((own) => !common.includes(own))]) expect(after).toContain(kept);
      }
    }),
  );
  expect(replaceCommonTags(['fog', 'sea'], ['fog', 'sea'], ['sea', 'fog', 'dawn'])).toEqual(['sea', 'fog', 'dawn']);
});

it('[GAL-14] a file says what it still needs, and a brand of its own is enough', () => {
  const empty = form({ productUrls: [] });
  expect(missingFields(newDraft('fog.jpg'), 'fog.jpg', empty)).toEqual(['brand name', 'product URL']);
  expect(missingFields({ ...newDraft('fog.jpg'), brand: brandOf(acme) }, 'fog.jpg', empty)).toEqual([]);
  expect(missingFields(newDraft('fog.jpg'), 'fog.jpg', form({ ...acme, oneTimePrice: 0 }))).toEqual(['one-time price']);
});

it('[GAL-14] [UP-36] [UP-37] without a title or tags, the file name and the words of the brand are used', () => {
  expect(publishFormOf(newDraft('DSC_0042.jpg'), 'DSC_0042.jpg', acme)).toMatchObject({
    title: 'DSC_0042',
    tags: ['the', 'acme'],
  });
  const draft = withEmbeddedText(newDraft('DSC_0042.jpg'), 'DSC_0042.jpg', {
    title: 'Boats at sea',
    description: 'Two',
    tags: ['Sea'],
  });
  expect(publishFormOf(draft, 'DSC_0042.jpg', acme)).toMatchObject({
    title: 'Boats at sea',
    description: 'Two',
    tags: ['sea'],
  });
});
