// Texts without spaces. cspell:ignore ภาพถ่ายทะเลยามเช้า រូបភាពសមុទ្រពេលព្រឹក Mika
import { shortened } from './item-page.ts';

describe('the description of a page for search engines', () => {
  it.each([
    ['Japanese', '東京の夜景を見る人々。'.repeat(30)],
    ['Thai', 'ภาพถ่ายทะเลยามเช้า'.repeat(30)],
    ['Chinese', '清晨港口的渔船和灯塔。'.repeat(30)],
    ['Khmer', 'រូបភាពសមុទ្រពេលព្រឹក'.repeat(30)],
  ])('[FIX-19] fills its room in %s, which has no spaces', (_, text) => {
    const shown = shortened(`Photo by Mika to license, from $40.00. ${text}`);
    expect(shown.length).toBeLessThanOrEqual(200);
    expect(shown.length).toBeGreaterThan(180);
    expect(shown).toMatch(/^Photo by Mika to license, from \$40\.00\. .+…$/u);
  });

  it.each(['👩‍👩‍👧‍👦', '🇯🇵', '👍🏽', 'e\u0301\u0323', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'])('[FIX-19] never splits %s', (whole) => {
    for (let before = 0; before < whole.length; before += 1) {
      const shown = shortened('x'.repeat(before) + whole.repeat(200));
      expect(shown.slice(before).replaceAll(whole, '')).toBe('…');
    }
  });

  it('is one line, and as written if it fits', () => {
    expect(shortened(' Boats,\n  at dawn. ')).toBe('Boats, at dawn.');
  });
});
