import { readableName } from './readable-name.ts';

const titleLengthMax = 200;
const descriptionLengthMax = 2_000;
const tagLengthMax = 40;
const tagsMax = 30;

/** What brands read and search of an item. */
export interface Words {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
}

export const noWords: Words = { title: '', description: '', tags: [] };

/** Cut where a word ends. */
const cut = (text: string, lengthMax: number) =>
  text.length <= lengthMax ? text : text.slice(0, lengthMax + 1).replace(/\s*\S*$/, '') || text.slice(0, lengthMax);

/** What cameras write in place of words. */
const isCameraWords = (text: string) =>
  /^(olympus digital camera|sony dsc|minolta digital camera|kodak digital still camera|.*camera pictures|default)$/i.test(
    text,
  );

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Within the limits of an item's form; each tag once, in small letters. */
const asProposed = ({ title, description, tags }: Words): Words => ({
  title: cut(title, titleLengthMax),
  description: cut(description, descriptionLengthMax),
  tags: [...new Set(tags.map((tag) => oneLine(tag.replaceAll(',', ' ')).toLowerCase()))]
    .filter((tag) => tag !== '' && tag.length <= tagLengthMax)
    .slice(0, tagsMax),
});

/** Words for an item: those that its picture brings, and the file's own name for a title where there is no better. */
export const proposalOf = (fileName: string, inPicture: Words): Words => {
  const title = oneLine(inPicture.title);
  const description = inPicture.description.trim();
  return asProposed({
    // A title in a picture may be the name of its file.
    title: (/\s/.test(title) && !isCameraWords(title) ? title : readableName(title)) || readableName(fileName),
    description: isCameraWords(description) || description === title ? '' : description,
    tags: inPicture.tags,
  });
};

const isSame = (one: string | readonly string[], other: string | readonly string[]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** A better proposal takes the place of an earlier one, and never of what somebody typed or cleared. */
export const proposedAgain = (words: Words, earlier: Words, better: Words): Words => {
  const pick = <Name extends keyof Words>(name: Name): Words[Name] =>
    isSame(words[name], earlier[name]) ? better[name] : words[name];
  return { title: pick('title'), description: pick('description'), tags: pick('tags') };
};

/** The words without those that still stand as they were proposed. */
export const withoutProposal = (words: Words, proposed: Words): Words => proposedAgain(words, proposed, noWords);

/** Whether something still stands as it was proposed. */
export const isProposed = (words: Words, proposed: Words): boolean =>
  (Object.keys(noWords) as (keyof Words)[]).some(
    (name) => words[name].length > 0 && isSame(words[name], proposed[name]),
  );
