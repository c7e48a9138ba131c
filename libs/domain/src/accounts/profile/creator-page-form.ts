import { ArrayMaxSize, IsArray, IsBoolean, IsString, IsUrl, Matches, MaxLength } from 'class-validator';
import { rule } from '../../kernel/form-rule.ts';
import { manyLines, oneLine } from '../../kernel/text.ts';
import type { Normalizers } from '../../kernel/text.ts';
import { fullAddress, isPlainAddress, webAddress } from '../../web-address.ts';
import type { CreatorPage } from './creator-page.ts';

const bioMaxCharacters = 500;
export const pageLinksMax = 3;
const linkMessage = 'Please enter a full address, such as https://example.com';

/** Handles under which people would expect to find us. */
const ours = ['about', 'admin', 'api', 'help', 'legal', 'official', 'security', 'staff', 'support', 'tessera'];

/** The handle as it appears in the page's address: `@Mara.Lind` becomes `mara.lind`. */
export const handleOf = (typed: string): string => oneLine(typed).replace(/^@/, '').toLowerCase();

export class CreatorPageForm implements CreatorPage {
  static readonly normalizers: Normalizers = {
    handle: handleOf,
    bio: manyLines,
    links: (link) => fullAddress(oneLine(link)),
  };

  @Matches(/^@?[a-zA-Z0-9](?:[a-zA-Z0-9._-]{1,28})[a-zA-Z0-9]$/, {
    message:
      'Please choose 3 to 30 letters, digits, dots, dashes or underscores, starting and ending with a letter or digit',
  })
  @rule((value) => typeof value !== 'string' || !ours.includes(handleOf(value)), {
    message: 'That handle is reserved. Please choose another one.',
  })
  handle = '';

  @IsString({ message: 'Please write something about yourself, or leave it empty' })
  @MaxLength(bioMaxCharacters, { message: `Please use at most ${bioMaxCharacters} characters` })
  bio = '';

  @IsArray({ message: linkMessage })
  @ArrayMaxSize(pageLinksMax, { message: `At most ${pageLinksMax} links` })
  @IsUrl(webAddress, { each: true, message: linkMessage })
  @rule(isPlainAddress, { each: true, message: linkMessage })
  @MaxLength(200, { each: true, message: 'Please use a shorter address' })
  links: string[] = [];

  @IsBoolean({ message: 'Please say whether to show how many licenses you’ve sold' })
  shows_licenses = false;
}
