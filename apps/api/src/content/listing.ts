import type { Listing } from '@tessera/domain/content/content-events';
import { offersOf } from '@tessera/domain/content/forms';
import type { EditForm, PublishForm } from '@tessera/domain/content/forms';
import { keptTags, publicTags } from '@tessera/domain/content/tags';

/** A new item without a title is named after the brand, a required field. Its tags say whether its upload waited. */
export const publishedListing = (form: PublishForm): Listing => ({
  title: form.title?.trim() || form.brandName.trim(),
  description: form.description?.trim() ?? '',
  tags: keptTags(form.tags ?? []),
  offers: offersOf(form),
});

export const editedListing = (form: EditForm): Listing => ({
  title: form.title.trim(),
  description: form.description.trim(),
  tags: publicTags(form.tags),
  offers: offersOf(form),
});
