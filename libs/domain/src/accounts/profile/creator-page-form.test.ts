import { expect, test } from 'vitest';
import { messagesOf } from '../../kernel/form-messages.test-kit.ts';
import { normalized } from '../../kernel/text.ts';
import { CreatorPageForm } from './creator-page-form.ts';

const sent = (links: readonly string[]) =>
  Object.assign(new CreatorPageForm(), normalized(CreatorPageForm.normalizers, { handle: 'mara.lind', links }));

test('[FIX-35] a link without https:// gets it, and any other text is refused', () => {
  const { links } = sent([' mara.example/work ', 'http://mara.example']);
  expect(links).toEqual(['https://mara.example/work', 'http://mara.example']);
  expect(messagesOf(sent(links))).toEqual({});
  expect(messagesOf(sent(['mara']))).toEqual({ links: 'Please enter a full address, such as https://example.com' });
});
