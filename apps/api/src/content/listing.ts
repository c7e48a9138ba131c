import { publicTags } from '@tessera/domain/content/content';
import type { Listing } from '@tessera/domain/content/content';
import { offersOf } from '@tessera/domain/content/forms';
import type { EditForm, PublishForm } from '@tessera/domain/content/forms';

const tagsOf = (tags: readonly string[]) =>
  publicTags([...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== ''))]);

/** A new item without a title is named after the brand, a required field. */
export const publishedListing = (form: PublishForm): Listing => ({
  title: form.title?.trim() || form.brandName.trim(),
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
