// Names, and pieces of them. cspell:ignore hofstatter Österberghofstätter lindq osterberghofstatter osterbergho marah qvist maren
import { expect, test } from 'vitest';
import type { DomainEvent } from '../../kernel/event.ts';
import { recorded } from '../../kernel/recorded.test-kit.ts';
import { foldInto } from '../../kernel/view.ts';
import { accountDeleted, creatorProfileChanged, creatorRegistered } from '../account-events.ts';
import type { CreatorRegisteredData } from '../account-events.ts';
import { creatorsByName, hintOf, innerHintOf } from './creators-by-name.view.ts';
import type { HintedCreator } from './creators-by-name.view.ts';

const registered = (name: string | null) =>
  creatorRegistered.of({ account_id: 'mara', name } as unknown as CreatorRegisteredData);
const renamed = (name: string) =>
  creatorProfileChanged.of({ account_id: 'mara', name } as Parameters<typeof creatorProfileChanged.of>[0]);
const folded = (...events: readonly DomainEvent[]) => {
  const documents = new Map<string, HintedCreator>();
  for (const event of recorded(events)) foldInto(creatorsByName, documents, event);
  return documents.get('mara');
};
const isFound = (creator: HintedCreator | undefined, word: string) => creator?.hints.includes(hintOf(word)) ?? false;

test('[GAL-05] a creator is found by every prefix of the words of their current name, however long they are', () => {
  const creator = folded(registered('Mara Lindqvist-Österberghofstätter'));
  for (const word of ['m', 'mara', 'lindq', 'osterberghofstatter', 'osterbergho'])
    expect(isFound(creator, word)).toBe(true);
  for (const word of ['ara', 'marah', 'qvist']) expect(isFound(creator, word)).toBe(false);
  const after = folded(registered('Mara Lind'), renamed('Maren Lind'));
  expect([isFound(after, 'mara'), isFound(after, 'maren')]).toEqual([false, true]);
});

test('[GAL-05] a creator is found by every part of the words of their current name', () => {
  const hints = folded(registered('Mara Lindqvist-Österberghofstätter'))?.hints ?? [];
  for (const part of ['ara', 'qvist', 'a', 'hofstatter', 'bergh']) expect(hints).toContain(innerHintOf(part));
  for (const part of ['mara', 'aral', 'tq']) expect(hints).not.toContain(innerHintOf(part));
});

test('[GAL-05] no part of a name is stored in plain text, and nothing at all for a forgotten person', () => {
  expect(JSON.stringify(folded(registered('Mara Lind'))).toLowerCase()).not.toMatch(/mara|lind/);
  expect(folded(registered('Mara Lind'), accountDeleted.of({ account_id: 'mara', role: 'creator' }))).toBeUndefined();
  // A replay after the key was destroyed.
  expect(folded(registered(null))).toBeUndefined();
});
