import { expect, test } from 'vitest';
import { defineEvent, NewerEvent, upcast } from './event.ts';
import { recorded } from './recorded.test-kit.ts';
import { on } from './view.ts';
import { whenever } from './workflow.ts';

interface Renamed {
  readonly id: string;
  readonly name: string;
}

const audit = ({ name }: Renamed) => `It is called ${name}.`;
const renamed = defineEvent<Renamed>()('Renamed', {
  version: 3,
  upcasts: {
    1: ({ title, ...data }) => ({ ...data, label: title }),
    2: ({ label, ...data }) => ({ ...data, name: `${String(label)}!` }),
  },
  personal: { account: (data) => data.id, fields: ['name'] },
  audit,
});

test('stored data is upcast through every version in between', () => {
  const today = { id: 'a', name: 'Harbour!' };
  expect(upcast(renamed, 1, { id: 'a', title: 'Harbour' })).toEqual(today);
  expect(upcast(renamed, 2, { id: 'a', label: 'Harbour' })).toEqual(today);
  expect(upcast(renamed, 3, today)).toEqual(today);
});

test('[PROD-11] a version that a newer release wrote is refused, by name', () => {
  expect(() => upcast(renamed, 4, {})).toThrow(NewerEvent);
  expect(() => upcast(renamed, 4, {})).toThrow(
    'Renamed has version 4, this release knows 3: it was written by a newer one',
  );
});

test('[PROD-11] neither a view nor a workflow mistakes an event of a newer version for one that it knows', () => {
  const [, { keys }] = on(
    renamed,
    ({ id }) => id,
    () => 'renamed',
  );
  const [, react] = whenever(renamed, () => []);
  const [event] = recorded([renamed.of({ id: 'a', name: 'Harbour' })]);
  const of = (version: number) => ({ ...event!, version });
  expect([keys(of(3)), react(of(3))]).toEqual([['a'], []]);
  expect(() => keys(of(4))).toThrow(NewerEvent);
  expect(() => react(of(4))).toThrow(NewerEvent);
});

test('a version that can no longer be read is named', () => {
  expect(() => upcast(renamed, 0, {})).toThrow('Renamed: no upcast from version 0');
});

test('an event whose older version has no upcast can’t be defined', () => {
  const withUpcasts = (upcasts?: typeof renamed.upcasts) => () =>
    defineEvent<Renamed>()('Renamed', { version: 3, audit, ...(upcasts && { upcasts }) });
  expect(withUpcasts()).toThrow('Renamed: version 1 has no upcast to version 2');
  expect(withUpcasts({ 1: (data) => data })).toThrow('Renamed: version 2 has no upcast to version 3');
  expect(withUpcasts({ 1: (data) => data, 2: (data) => data })).not.toThrow();
});

test('an event starts at version 1 with nothing personal', () => {
  const opened = defineEvent<Renamed>()('Opened', { audit });
  expect(opened).toMatchObject({ type: 'Opened', version: 1, upcasts: {}, personal: null });
  expect(opened.of({ id: 'a', name: 'Harbour' })).toEqual({ type: 'Opened', data: { id: 'a', name: 'Harbour' } });
  expect(renamed.personal?.fields).toEqual(['name']);
});
