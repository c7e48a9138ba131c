import fc from 'fast-check';
import { noSelection, afterKey } from './selection.ts';
import type { Selection } from './selection.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const columns = 3;
const selectionAfter = (...keys: readonly string[]): Selection =>
  keys.reduce<Selection>((selection, name) => {
    const [key = '', ...modifiers] = name.split('+').toReversed();
    const press = {
      key: key === 'Space' ? ' ' : key,
      command: modifiers.includes('Ctrl'),
      shift: modifiers.includes('Shift'),
    };
    return afterKey(selection, ids, press, columns) ?? selection;
  }, noSelection);

it.each([
  ['arrows move without selecting', ['ArrowRight', 'ArrowDown'], { selected: [], current: 'e' }],
  ['an arrow past the edge does nothing', ['ArrowUp', 'ArrowLeft'], { selected: [], current: 'a' }],
  ['Space selects', ['ArrowRight', 'Space', 'End', 'Space'], { selected: ['b', 'g'], current: 'g' }],
  ['Space deselects again', ['Space', 'Space'], { selected: [], current: 'a' }],
  ['Shift selects everything in between', ['Shift+ArrowDown'], { selected: ['a', 'b', 'c', 'd'], current: 'd' }],
  ['Enter edits only the focused file', ['Space', 'ArrowRight', 'Enter'], { selected: ['b'], current: 'b' }],
  [
    'Enter edits the whole selection if the focused file is in it',
    ['Space', 'ArrowRight', 'Space', 'Enter'],
    { selected: ['a', 'b'], current: 'b' },
  ],
  ['Ctrl+A selects all', ['Ctrl+a'], { selected: ids, current: 'a' }],
  ['Escape clears the selection', ['Ctrl+a', 'Escape'], { selected: [], current: 'a' }],
])('[GAL-14] %s', (_name, keys, selection) => {
  expect(selectionAfter(...keys)).toEqual(selection);
});

it('[GAL-14] whatever is pressed, the selection has only existing files, each once and in order', () => {
  const key = fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', ' ', 'Enter', 'Home', 'End', 'a', 'x');
  const presses = fc.array(fc.record({ key, command: fc.boolean(), shift: fc.boolean() }));
  fc.assert(
    fc.property(presses, (made) => {
      const { selected, current } = made.reduce<Selection>(
        (selection, press) => afterKey(selection, ids, press, columns) ?? selection,
        noSelection,
      );
      expect(ids.filter((id) => selected.includes(id))).toEqual(selected);
      if (current !== null) expect(ids).toContain(current);
    }),
  );
});
