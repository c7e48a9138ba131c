import { publicTags, withoutCommas } from '@tessera/domain/content/tags';
import { cutAtWord } from '@tessera/domain/kernel/text';
import { readableName } from './readable-name.ts';

export const titleLengthMax = 200;
const descriptionLengthMax = 2_000;
export const tagLengthMax = 40;
export const tagsMax = 30;

/** The text of an item that brands read and search. */
export interface ListingText {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
}

export const noText: ListingText = { title: '', description: '', tags: [] };

/** Whether a text is only what cameras write by default. */
const isCameraDefault = (text: string) =>
  /^(olympus digital camera|sony dsc|minolta digital camera|kodak digital still camera|.*camera pictures|default)$/i.test(
    text,
  );

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Trims a text to the limits of an item's form, with each tag once and in lower case. */
const withinLimits = ({ title, description, tags }: ListingText): ListingText => ({
  title: cutAtWord(title, titleLengthMax),
  description: cutAtWord(description, descriptionLengthMax),
  tags: publicTags(tags.map(withoutCommas))
    .filter((tag) => tag.length <= tagLengthMax)
    .slice(0, tagsMax),
});

/** Suggests the text of an item: what is embedded in its picture, or else its file name as the title. */
export const suggestionOf = (fileName: string, inPicture: ListingText): ListingText => {
  const title = oneLine(inPicture.title);
  const description = inPicture.description.trim();
  return withinLimits({
    // The embedded title may just be a file name.
    title: (/\s/.test(title) && !isCameraDefault(title) ? title : readableName(title)) || readableName(fileName),
    description: isCameraDefault(description) || description === title ? '' : description,
    tags: inPicture.tags,
  });
};

const isSame = (one: string | readonly string[], other: string | readonly string[]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Replaces an earlier suggestion with a better one, but never what the user has typed or cleared. */
export const withNewSuggestion = (text: ListingText, earlier: ListingText, better: ListingText): ListingText => {
  const pick = <Name extends keyof ListingText>(name: Name): ListingText[Name] =>
    isSame(text[name], earlier[name]) ? better[name] : text[name];
  return { title: pick('title'), description: pick('description'), tags: pick('tags') };
};

/** Clears the parts that are still as they were suggested. */
export const withoutSuggestion = (text: ListingText, suggested: ListingText): ListingText =>
  withNewSuggestion(text, suggested, noText);

/** Whether any part is still as it was suggested. */
export const hasSuggestion = (text: ListingText, suggested: ListingText): boolean =>
  (Object.keys(noText) as (keyof ListingText)[]).some(
    (name) => text[name].length > 0 && isSame(text[name], suggested[name]),
  );
