// Letters that pass for others, and names of scripts. cspell:ignore ıȷɑɡɩɪ асԁеһіјӏорԛѕԝхуъьҽпгѵѡ αικνρυωηοτ ագզէլհյոսւօց Bopomofo Gurmukhi Sinhala
import { IsEmail } from 'class-validator';
import { rule, rules } from '../kernel/form-rule.ts';
import { withoutPunycode } from './punycode.ts';

/** What browsers and Node.js both have of it; this library is compiled without the types of either. */
declare const URL: { canParse(address: string): boolean; new (address: string): { readonly hostname: string } };

/** Splits at the last @, of any width; null without one. */
const partsOf = (address: string): readonly [local: string, domain: string] | null => {
  const at = Math.max(address.lastIndexOf('@'), address.lastIndexOf('＠'));
  return at < 0 ? null : [address.slice(0, at), address.slice(at + 1)];
};

const withoutCase = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFKC');

const isInAddressOfSite = /[\s/?#@:\\[\]%]/;

/** The domain in Unicode, as browsers and mail servers read it; what is no domain stays as it is, in lower case. */
const comparableDomain = (domain: string): string => {
  const plain = withoutCase(domain);
  if (isInAddressOfSite.test(plain) || !URL.canParse(`https://${plain}`)) return plain;
  return new URL(`https://${plain}`).hostname.split('.').map(withoutPunycode).join('.');
};

/** Without the spaces around it; letters of any width in the domain, which leads to the same place in each. */
export const typedAddress = (text: string): string => {
  const address = text.trim();
  const parts = partsOf(address);
  return parts ? `${parts[0]}@${parts[1].normalize('NFKC')}` : address;
};

/**
 * The one form in which addresses are stored and compared: without case and width, its domain in Unicode, whether it was
 * typed so or in Punycode. Doing it twice changes nothing.
 */
export const comparableAddress = (text: string): string => {
  const address = text.trim();
  const parts = partsOf(address);
  return parts ? `${withoutCase(parts[0])}@${comparableDomain(parts[1])}` : withoutCase(address);
};

export const isSameAddress = (one: string, other: string): boolean =>
  comparableAddress(one) === comparableAddress(other);

const hasInvisible = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Signs that pass for others: dashes, dots and quotes beyond ASCII. Catalan and Japanese domains have a middle dot. */
const strangeSigns = /(?![\0-\x7f·・])[\p{P}\p{S}\u02b0-\u02ff]/u;

/** Latin letters that pass for plain ones, and i and j with a dot that is already there. */
const disguisedLatin = /[ıȷɑɡɩɪ]|[ij]\u0307/;

/** Words of nothing but letters that pass for Latin ones. */
const disguisedWords = [
  /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ]+$/,
  /^[αικνρυωηοτ]+$/,
  /^[ագզէլհյոսւօց]+$/,
  /^[\p{Script=Cherokee}]+$/u,
];

/** Scripts that are read by many; any other counts as one more. */
const scripts = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Han: /\p{Script=Han}/u,
  Hiragana: /\p{Script=Hiragana}/u,
  Katakana: /\p{Script=Katakana}/u,
  Hangul: /\p{Script=Hangul}/u,
  Bopomofo: /\p{Script=Bopomofo}/u,
  Arabic: /\p{Script=Arabic}/u,
  Armenian: /\p{Script=Armenian}/u,
  Bengali: /\p{Script=Bengali}/u,
  Devanagari: /\p{Script=Devanagari}/u,
  Ethiopic: /\p{Script=Ethiopic}/u,
  Georgian: /\p{Script=Georgian}/u,
  Gujarati: /\p{Script=Gujarati}/u,
  Gurmukhi: /\p{Script=Gurmukhi}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Kannada: /\p{Script=Kannada}/u,
  Khmer: /\p{Script=Khmer}/u,
  Lao: /\p{Script=Lao}/u,
  Malayalam: /\p{Script=Malayalam}/u,
  Myanmar: /\p{Script=Myanmar}/u,
  Sinhala: /\p{Script=Sinhala}/u,
  Tamil: /\p{Script=Tamil}/u,
  Telugu: /\p{Script=Telugu}/u,
  Thai: /\p{Script=Thai}/u,
  Tibetan: /\p{Script=Tibetan}/u,
} as const;

/** What is written together: Japanese, Korean and Chinese, each also with Latin letters. */
const mixtures = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
];

const isOfNoScript = /[\p{Script=Common}\p{Script=Inherited}]/u;

const scriptOf = (character: string): string =>
  Object.entries(scripts).find(([, isOf]) => isOf.test(character))?.[0] ?? 'other';

/** Whether a name or a label is written in one alphabet. */
const isOfOneAlphabet = (word: string): boolean => {
  const used = [...new Set([...word].filter((character) => !isOfNoScript.test(character)).map(scriptOf))];
  return used.length <= 1 || mixtures.some((mixture) => used.every((script) => mixture.includes(script)));
};

const isDisguised = (word: string): boolean => {
  const letters = word.replace(/[^\p{L}]/gu, '');
  return (
    strangeSigns.test(word) ||
    disguisedLatin.test(word) ||
    disguisedWords.some((words) => words.test(letters)) ||
    !isOfOneAlphabet(word)
  );
};

/** Why an address could be taken for another one, as a sentence for the user; null if it can't. */
export const disguiseOf = (address: string): string | null => {
  if (hasInvisible.test(address.trim())) {
    return 'This address contains spaces or invisible characters. Please type it again.';
  }
  const [local = '', domain = ''] = partsOf(comparableAddress(address)) ?? [];
  return [local, ...domain.split('.')].some(isDisguised)
    ? 'This address has letters that can be mistaken for others. Please type it again, or use another one.'
    : null;
};

/** Refuses an address that could be taken for another one. `IsEmail` says whether it is an address at all. */
export const isPlainlyReadable = rule((value) => typeof value !== 'string' || disguiseOf(value) === null, {
  message: ({ value }) => disguiseOf(String(value)) ?? '',
});

export const isAddress = IsEmail({}, { message: 'Please enter a valid email address' });

/** An address that an account may get. */
export const isNewAddress = rules(isAddress, isPlainlyReadable);
