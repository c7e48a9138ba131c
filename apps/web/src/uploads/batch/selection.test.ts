import fc from 'fast-check';
import { noSelection, pressed } from './selection.ts';
import type { Selection } from './selection.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const columns = 3;
const after = (...keys: readonly string[]): Selection =>
  keys.reduce<Selection>((selection, name) => {
    const [key = '', ...with_] = name.split('+').toReversed();
    const press = { key: key === 'Space' ? ' ' : key, command: with_.includes('Ctrl'), shift: with_.includes('Shift') };
    return pressed(selection, ids, press, columns) ?? selection;
  }, noSelection);

it.each([
  ['arrows move and choose nothing', ['ArrowRight', 'ArrowDown'], { chosen: [], current: 'e' }],
  ['an arrow over the edge stays', ['ArrowUp', 'ArrowLeft'], { chosen: [], current: 'a' }],
  ['Space chooses', ['ArrowRight', 'Space', 'End', 'Space'], { chosen: ['b', 'g'], current: 'g' }],
  ['Space lets go again', ['Space', 'Space'], { chosen: [], current: 'a' }],
  ['Shift takes all on the way', ['Shift+ArrowDown'], { chosen: ['a', 'b', 'c', 'd'], current: 'd' }],
  ['Enter edits one alone', ['Space', 'ArrowRight', 'Enter'], { chosen: ['b'], current: 'b' }],
  [
    'Enter edits what is chosen with it',
    ['Space', 'ArrowRight', 'Space', 'Enter'],
    { chosen: ['a', 'b'], current: 'b' },
  ],
  ['Ctrl+A takes all', ['Ctrl+a'], { chosen: ids, current: 'a' }],
  ['Escape lets all go', ['Ctrl+a', 'Escape'], { chosen: [], current: 'a' }],
])('[GAL-14] %s', (_name, keys, selection) => {
  expect(after(...keys)).toEqual(selection);
});

it('[GAL-14] whatever is pressed, what is chosen is on the table, once and in its order', () => {
  const key = fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', ' ', 'Enter', 'Home', 'End', 'a', 'x');
  const presses = fc.array(fc.record({ key, command: fc.boolean(), shift: fc.boolean() }));
  fc.assert(
    fc.property(presses, (made) => {
      const { chosen, current } = made.reduce<Selection>(
        (selection, press) => pressed(selection, ids, press, columns) ?? selection,
        noSelection,
      );
      expect(ids.filter((id) => chosen.includes(id))).toEqual(chosen);
      if (current !== null) expect(ids).toContain(current);
    }),
  );
});
