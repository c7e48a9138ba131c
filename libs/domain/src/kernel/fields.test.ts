import { expect, test } from 'vitest';
import { replacedAt } from './fields.ts';

const data = { name: 'Mira', media: { placeholder: 'x', width: 3 }, tags: ['sea'] };
const hide = () => '•';

test('what stands at a path is replaced, and nothing beside it', () => {
  expect(replacedAt(data, 'name', hide)).toEqual({ ...data, name: '•' });
  expect(replacedAt(data, 'media.placeholder', hide)).toEqual({ ...data, media: { placeholder: '•', width: 3 } });
});

test.each(['email', 'media.height', 'name.first', 'tags.first'])(
  'where nothing stands, as at %s, the data stay as they are',
  (path) => {
    expect(replacedAt(data, path, hide)).toEqual(data);
  },
);
