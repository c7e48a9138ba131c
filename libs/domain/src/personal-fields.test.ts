import { expect, test } from 'vitest';
import { definitions } from './catalog.ts';
import { isFields } from './kernel/fields.ts';
import { storedEvents } from './stored-events.test-kit.ts';

/** `lines.item.title`: a field of a field, or of the items of a list. */
const pathsOf = (value: unknown, path: string): readonly string[] => {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const parts = items.filter(isFields).flatMap((fields) => Object.entries(fields));
  return parts.length === 0 ? [path] : parts.flatMap(([field, part]) => pathsOf(part, `${path}.${field}`));
};

/**
 * When you add a field, decide in the sample of its event whether it is personal. The names in `LicenseGranted` and
 * `AgreementIssued` belong to the parties of a contract, and the other party keeps them.
 */
const current = [...definitions.values()].map((definition) => {
  const { type, version } = definition;
  const samples = storedEvents.filter((sample) => sample.type === type && sample.version === version);
  const { personal, open = [] } = samples.find((sample) => sample.open) ?? {};
  return { name: `${type}@${version}`, definition, samples, personal, open };
});

test.each(current)(
  '[FIX-18] every field of $name was looked at, and is encrypted with the key of its person',
  ({ definition, samples, personal, open }) => {
    expect(samples).not.toEqual([]);
    expect([...(definition.personal?.fields ?? [])].sort()).toEqual([...(personal?.fields ?? [])].sort());
    const paths = samples.flatMap(({ data }) =>
      Object.entries(data).flatMap(([field, value]) =>
        personal?.fields.includes(field) ? [field] : pathsOf(value, field),
      ),
    );
    expect([...new Set(paths)].sort()).toEqual([...(personal?.fields ?? []), ...open].sort());
    for (const { data } of samples) if (personal) expect(definition.personal?.account(data)).toBe(data[personal.of]);
  },
);
