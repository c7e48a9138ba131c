import type { Listing } from '@tessera/domain/content/content';
import { offersOf } from '@tessera/domain/content/forms';
import type { EditForm, PublishForm } from '@tessera/domain/content/forms';

const untitled = 'Untitled Content';

const tagsOf = (tags: readonly string[]) => [
  ...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== '')),
];

/** A new item without a title takes the brand's name. */
export const publishedListing = (form: PublishForm): Listing => ({
  title: form.title?.trim() || form.brandName.trim() || untitled,
  description: form.description?.trim() ?? '',
  tags: tagsOf(form.tags ?? []),
  offers: offersOf(form),
});

export const editedListing = (form: EditForm): Listing => ({
  title: form.title.trim(),
  description: form.description.trim(),
  tags: tagsOf(form.tags),
  offers: offersOf(form),
});
