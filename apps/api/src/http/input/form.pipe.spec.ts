import { unknownField } from './form.pipe.ts';

it.each(['😀', '👩‍👩‍👧', '🇯🇵'])('[FIX-19] the long name of an unknown field is shown without a part of %s', (whole) => {
  for (let before = 0; before < whole.length; before += 1) {
    const shown = unknownField('x'.repeat(before) + whole.repeat(100));
    expect(shown.replaceAll(whole, '')).toBe(`Unknown field: ${'x'.repeat(before)}`);
  }
});
