import { EditForm, PublishForm } from '@tessera/domain/content/forms';
import { editedListing, publishedListing } from './listing.ts';

it('[UP-57] [SPC-08] an item is published with the mark of an upload that waited, which an edit doesn’t have', () => {
  const tags = ['Sea', 'pending', 'sea'];
  expect(publishedListing(Object.assign(new PublishForm(), { brandName: 'Acme', tags })).tags).toEqual([
    'sea',
    'pending',
  ]);
  expect(editedListing(Object.assign(new EditForm(), { title: 'Harbour', description: '', tags })).tags).toEqual([
    'sea',
  ]);
});
