import { expect, test } from 'vitest';
import { replacedAt } from './fields.ts';

const data = { name: 'Mira', media: { placeholder: 'x', width: 3 }, tags: ['sea'] };
const hide = () => '•';

test('the value at a path is replaced, and nothing beside it', () => {
  expect(replacedAt(data, 'name', hide)).toEqual({ ...data, name: '•' });
  expect(replacedAt(data, 'media.placeholder', hide)).toEqual({ ...data, media: { placeholder: '•', width: 3 } });
});

test.each(['email', 'media.height', 'name.first', 'tags.first'])('data without a value at %s are unchanged', (path) => {
  expect(replacedAt(data, path, hide)).toEqual(data);
});
