// Words of many languages and scripts. cspell:disable
import type { OwnContentRow } from '@tessera/contract/content';
import { contentQueryOf, isBefore, matches } from './content-query.ts';

const item = (title: string) =>
  ({ title, description: '', brand_name: 'Café Ørsted', tags: ['straße'] }) as unknown as OwnContentRow;
const finds = (search: string, title = 'Élan in Łódź') =>
  matches(item(title), contentQueryOf(new URLSearchParams({ search })));

test.each(['elan', 'ÉLAN', 'E\u0301lan', 'lodz', 'cafe orsted', 'STRASSE', 'ｅｌａｎ', 'an in Ło'])(
  '[FIX-44] a creator’s own list finds “%s” whatever its accents, letters and width',
  (search) => {
    expect(finds(search)).toBe(true);
  },
);

test('[FIX-44] and nothing else', () => {
  expect([finds('elon'), finds('lodzz')]).toEqual([false, false]);
});

test('[FIX-27] titles are sorted as they are searched', () => {
  expect(isBefore(item('Łódź'), item('Metz'), 'title')).toBe(true);
  expect(isBefore(item('Ørsted'), item('Paris'), 'title')).toBe(true);
});
