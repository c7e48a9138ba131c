import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const resolve = createRequire(import.meta.url).resolve;
const read = <Data>(file: string) => JSON.parse(readFileSync(resolve(`unicode-emoji-json/${file}`), 'utf8')) as Data;

const skinTone = /[\u{1F3FB}-\u{1F3FF}]/gu;
/** Asks for a picture rather than a letter. It may be left out. */
const pictureSelector = /\uFE0F/g;

interface EmojiNames {
  readonly names: ReadonlyMap<string, string>;
  readonly tones: ReadonlyMap<string, string>;
}

const readNames = (): EmojiNames => {
  const emoji = read<Readonly<Record<string, { readonly name: string }>>>('data-by-emoji.json');
  const components = read<Readonly<Record<string, string>>>('data-emoji-components.json');
  return {
    names: new Map(Object.entries(emoji).map(([picture, { name }]) => [picture.replace(pictureSelector, ''), name])),
    tones: new Map(Object.entries(components).map(([name, part]) => [part, name.replaceAll('_', ' ')])),
  };
};

let known: EmojiNames | null = null;

/**
 * Returns what Unicode calls an emoji in English, such as `thumbs up, light skin tone`; null for anything else. The names
 * are read on first use.
 */
export const emojiNameOf = (character: string): string | null => {
  known ??= readNames();
  const { names, tones } = known;
  const bare = character.replace(pictureSelector, '');
  const name = names.get(bare.replace(skinTone, '')) ?? names.get(bare);
  if (name === undefined) return null;
  return [name, ...(bare.match(skinTone) ?? []).flatMap((tone) => tones.get(tone) ?? [])].join(', ');
};
