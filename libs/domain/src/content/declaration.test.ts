import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../kernel/failure.ts';
import { given } from '../kernel/given.test-kit.ts';
import { content } from './content.ts';
import { contentPublished, contentRelisted, contentWithdrawn } from './content-events.ts';
import { contentDeclared, releaseAttached } from './declaration-events.ts';
import type { ContentCommand } from './content.ts';
import type { ContentEvent } from './content-events.ts';
import { declarationOf, saleFactsOf, noDeclaration } from '../declaration.ts';
import type { Declaration } from '../declaration.ts';
import { photo } from './photo.test-kit.ts';
import { releasesMax } from '../release.ts';
import type { Release } from '../release.ts';
import { contentRow } from './row.ts';

const { title, description, tags, offers, creator_id, content_id } = photo;
const edit = (declared: Partial<Declaration>): ContentCommand => ({
  kind: 'edit',
  creator_id,
  listing: { title, description, tags, offers },
  declared,
});
const published = contentPublished.of(photo);

test('[GAL-19] an item published before creators were asked has no declaration, and AI models may not be trained on it', () => {
  expect(contentRow(photo, null)).toMatchObject(noDeclaration);
  expect(noDeclaration.data_mining).toBe(false);
});

test('[GAL-20] a declaration is an event of its own, and repeating it is not recorded', () => {
  const declared = { ...noDeclaration, people: true, data_mining: true };
  const said = contentDeclared.of({ content_id, creator_id, declared });
  expect(given(content, [published]).when(edit({ people: true, data_mining: true }))).toEqual([said]);
  const after = given(content, [published, said]);
  expect(after.when(edit({ people: true }))).toEqual([]);
  expect(after.when(edit({}))).toEqual([]);
});

const flag = fc.option(fc.boolean(), { nil: undefined });
const saying = fc
  .record({ people: flag, editorial: flag, ai_generated: flag, data_mining: flag })
  .map(
    (all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Partial<Declaration>,
  );

test('[GAL-20] the latest statement about each fact counts, whatever is left out in between', () => {
  fc.assert(
    fc.property(fc.array(saying, { maxLength: 6 }), (sayings) => {
      let history: readonly ContentEvent[] = [published];
      for (const said of sayings) {
        const decided = given(content, history).when(edit(said));
        if (isFailure(decided)) throw new Error('refused');
        history = [...history, ...decided];
      }
      const state = given(content, history).state();
      expect(state.status === 'none' ? null : declarationOf(state.content)).toEqual(
        Object.assign({}, noDeclaration, ...sayings),
      );
    }),
  );
});

const release = (release_id: string, kind: Release['kind'] = 'model'): Release => ({
  release_id,
  kind,
  file: `creator-1/release-${release_id}.pdf`,
  attached_at: '2026-11-25T10:00:00.000Z',
});
const ids = { content_id, creator_id };
const attach = (one: Release): ContentCommand => ({ kind: 'attach-release', creator_id, release: one });

test('[GAL-20] an item with people is editorial until there is a model release, whatever else is declared and attached', () => {
  const kinds = fc.array(fc.constantFrom<Release['kind']>('model', 'property'), { maxLength: 4 });
  fc.assert(
    fc.property(fc.option(fc.boolean()), fc.boolean(), kinds, (people, editorial, attached) => {
      const declared = { ...noDeclaration, people, editorial };
      const releases = attached.map((kind, index) => release(String(index), kind));
      const facts = saleFactsOf({ declared, releases });
      expect(facts.editorial).toBe(editorial || (people === true && !attached.includes('model')));
      expect(facts.model_releases + facts.property_releases).toBe(attached.length);
      expect(contentRow({ ...photo, declared, releases }, null).editorial_chosen).toBe(editorial);
    }),
  );
});

test('[GAL-20] a release is attached once and removed once, only by the item’s creator, and no row reveals its path', () => {
  const one = release('one');
  const history = [published, releaseAttached.of({ ...ids, release: one })];
  expect(given(content, [published]).when(attach(one))).toEqual(history.slice(1));
  const after = given(content, history);
  expect(after.when(attach(one))).toEqual([]);
  expect(after.when({ kind: 'attach-release', creator_id: 'creator-2', release: one })).toMatchObject({
    failure: 'not_found',
  });
  const remove = { kind: 'remove-release', creator_id, release_id: 'one' } as const;
  expect(after.when(remove)).toMatchObject([{ type: 'ReleaseRemoved', data: { release_id: 'one' } }]);
  expect(given(content, [published]).when(remove)).toEqual([]);
  const { state } = after;
  const now = state();
  expect(now.status === 'none' ? '' : JSON.stringify(contentRow(now.content, null))).not.toContain(one.file);
});

test('[GAL-20] a relisted item keeps its declaration and its releases', () => {
  const declared = { ...noDeclaration, people: true };
  const back = given(content, [
    published,
    contentDeclared.of({ ...ids, declared }),
    releaseAttached.of({ ...ids, release: release('one') }),
    contentWithdrawn.of(ids),
  ]).when({ kind: 'relist', creator_id });
  expect(back).toEqual([contentRelisted.of({ ...photo, declared, releases: [release('one')] })]);
});

test('[GAL-20] an item can’t have more releases than the maximum', () => {
  const full = Array.from({ length: releasesMax }, (_each, index) =>
    releaseAttached.of({ ...ids, release: release(String(index)) }),
  );
  expect(given(content, [published, ...full]).when(attach(release('more')))).toMatchObject({
    failure: 'too_many_releases',
  });
});
