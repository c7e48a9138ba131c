import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { user } from '../../testing/user.test-kit.ts';
import { endureTranslation } from './translation.ts';

beforeAll(() => endureTranslation(document.body));

/** Texts that come and go, change and move, without elements of their own. */
const Page = () => {
  const [count, setCount] = useState(1);
  return (
    <section>
      {count < 3 && 'Few'}
      {count > 1 && <b>More than one</b>} You bought {count} {count === 1 ? 'license' : 'licenses'}
      <button type="button" onClick={() => setCount(count + 1)} />
      <button type="button" onClick={() => setCount(1)} />
      {count > 2 && 'Many'}
    </section>
  );
};

const texts = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found.filter(({ data }) => data.trim() !== '');
};

const font = (text: string) => Object.assign(document.createElement('font'), { textContent: text });

/** How translators of browsers put what they translate in the place of text. */
const translators = {
  replaces: (text: Text) => text.replaceWith(font(text.data.toUpperCase())),
  'puts before': (text: Text) => {
    text.before(font(text.data.toUpperCase()));
    text.remove();
  },
  'nests twice': (text: Text) => {
    const outer = font('');
    outer.append(font(text.data.toUpperCase()));
    text.parentNode?.replaceChild(outer, text);
  },
  wraps: (text: Text) => {
    const outer = font('');
    text.before(outer);
    outer.append(text);
  },
};

const shown = () => screen.getByText((_text, element) => element?.tagName === 'SECTION').textContent;

describe.each(Object.entries(translators))('a translator that %s', (_how, translate) => {
  const translateAll = () => act(async () => texts().forEach(translate));

  test('[FIX-30] neither ends a page whose texts come and go, nor hides what has changed', async () => {
    render(<Page />);
    const [more, reset] = screen.getAllByRole('button');
    await translateAll();
    await user().click(more!);
    expect(shown()).toMatch(/^few ?More than one you bought 2 licenses$/i);
    await translateAll();
    await user().click(more!);
    expect(shown()).toMatch(/^More than one you bought 3 licenses ?many$/i);
    await translateAll();
    await user().click(reset!);
    expect(shown()).toMatch(/^few ?you bought 1 license$/i);
  });
});
