import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { licenseTypeLabels, licenseTypes, licenseTypeTitles } from '../../license-types.ts';
import { storedEvents } from '../../stored-events.test-kit.ts';
import { agreementText, readAgreement } from './agreement.ts';
import type { AgreementTerms, TermsVersion } from './agreement.ts';
import type { AgreementIssuedData } from '../license.ts';
import { termsInForce, termsVersions } from './terms.ts';
import { formatAgreementDate } from '../term.ts';

const inForce = termsInForce();

const terms = (over: Partial<AgreementTerms> = {}): AgreementTerms => ({
  license_id: 'license-1',
  content_title: 'Harbour at dawn',
  creator_name: 'Carla Creator',
  brand_name: 'Acme',
  license_type: 'six_month',
  quantity: 1,
  price_cents: 25_000,
  start_date: '2026-11-21T10:00:00.000Z',
  end_date: '2027-05-20T10:00:00.000Z',
  ...over,
});

const section = (heading: string, over?: Partial<AgreementTerms>) =>
  inForce
    .sections(terms(over))
    .find((entry) => entry.heading === heading)
    ?.paragraphs.join(' ') ?? '';

test('[MKT-50, MKT-51, MKT-52, MKT-53, MKT-54, MKT-55, MKT-56] the agreement has all its sections, in order', () => {
  expect(inForce.sections(terms()).map((entry) => entry.heading)).toEqual([
    'Grant of License',
    'Restrictions',
    'Intellectual Property',
    'Termination',
    'Limitation of Liability',
    'Governing Law',
    'Contact',
  ]);
  expect(section('Governing Law')).toMatch(/California.*binding arbitration.*class action/);
});

test('[MKT-57, MKT-58] a six-month license lasts 6 months from purchase; then use stops unless a renewal fee is paid', () => {
  expect(section('Grant of License')).toContain(
    'The license lasts 6 months from purchase; after that all use must stop unless a renewal fee is paid.',
  );
});

test('the agreement names both parties, the item, the type, the price and the exact end date', () => {
  const text = agreementText(inForce, terms());
  for (const part of ['Carla Creator', 'Acme', 'Harbour at dawn', '6-Month License', '$250.00 USD', 'May 20, 2027']) {
    expect(text).toContain(part);
  }
  expect(agreementText(inForce, terms({ license_type: 'perpetual', end_date: null }))).toContain('no end date');
});

test('[MKT-47, MKT-48] dates are formatted as MMMM dd, yyyy, and anything else as Invalid date', () => {
  expect(formatAgreementDate('2026-11-01T00:00:00.000Z')).toBe('November 01, 2026');
  expect(formatAgreementDate('soon')).toBe('Invalid date');
});

test('[MKT-23, MKT-24, MKT-25, MKT-26] license types are labeled as specified', () => {
  expect(licenseTypeLabels).toEqual({
    one_time: 'One-time Use',
    six_month: '6-Month License',
    perpetual: 'Perpetual License',
  });
  expect(licenseTypeTitles.one_time).toBe('One-Time Use');
});

test('[FIX-15] the agreement in force is in American English', () => {
  const texts = licenseTypes.flatMap((license_type) =>
    ([null, { kind: 'renewal', license_id: '1' }] as const).map((basis) =>
      agreementText(inForce, terms({ license_type, basis, quantity: 2 })),
    ),
  );
  expect(texts.join('\n')).not.toMatch(/licence|favour|colour|\b\d{1,2} [A-Z][a-z]+ \d{4}/i);
});

test('[FIX-02] every wording that was ever in force is unchanged, because agreements contain it', () => {
  const data = storedEvents.find(({ type }) => type === 'AgreementIssued')?.data as unknown as AgreementIssuedData;
  const kept = termsVersions.find(({ id }) => id === data.terms_version);
  expect(kept && agreementText(kept, terms())).toBe(data.agreement_text);
  const every = (version: TermsVersion) =>
    licenseTypes.flatMap((license_type) =>
      ([null, 'renewal', 'upgrade'] as const).flatMap((kind) =>
        [1, 2].map((quantity) => {
          const end_date = license_type === 'perpetual' ? null : terms().end_date;
          const basis = kind && { kind, license_id: 'license-0' };
          return agreementText(version, terms({ license_type, quantity, basis, end_date }));
        }),
      ),
    );
  const hashed = (texts: readonly string[]) => createHash('sha256').update(texts.join('\0')).digest('hex');
  expect(Object.fromEntries(termsVersions.map((version) => [version.id, hashed(every(version))]))).toEqual({
    '2026-11-25': '36493bf16c7972518f6e6380d40e452e7c353eed94aacb19be1aa6be99e0ca50',
    '2026-11-23': '9b171155ff7f7115a01a4237d95917eda4c87e4e96e0a31ed945a5c0a24b879f',
    '2026-11': '158f3bc6e26e7ab3f6e81ca34aa6d77fcb57d0a6090c690ea6f7a26acdd0240f',
  });
  expect(new Set(termsVersions.map(({ id }) => id)).size).toBe(termsVersions.length);
  expect(termsVersions.map(({ updatedAt }) => updatedAt)).toEqual(
    termsVersions
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .reverse(),
  );
  expect(termsInForce()).toBe(termsVersions[0]);
});

test('a recorded agreement is parsed clause by clause, whatever today’s wording is', () => {
  expect(readAgreement(agreementText(inForce, terms()))).toEqual({
    notes: ['License license-1', 'Terms version 2026-11-25, last updated November 25, 2026'],
    sections: inForce.sections(terms()),
  });
  expect(readAgreement('TITLE\n\nTerms version 1\n\nOld clause\nOld words.')).toEqual({
    notes: ['Terms version 1'],
    sections: [{ heading: 'Old clause', paragraphs: ['Old words.'] }],
  });
});

test('a title or a name with line breaks adds no clause and hides none, whatever was typed', () => {
  const typed = fc.string({ unit: fc.constantFrom('a', 'Ж', ' ', '\n', '\r', '\u2028', '\u2029', '\u202e', '“') });
  fc.assert(
    fc.property(typed, typed, typed, (content_title, creator_name, brand_name) => {
      const written = terms({ content_title, creator_name, brand_name });
      expect(readAgreement(agreementText(inForce, written)).sections).toEqual(inForce.sections(written));
      expect(agreementText(inForce, written).split('\n\n')).toHaveLength(10);
    }),
  );
  expect(agreementText(inForce, terms({ content_title: 'Boats\n\nFree use\nFor ever' }))).toContain(
    '“Boats Free use For ever”',
  );
});

test('every clause consists of complete sentences under a heading', () => {
  for (const { heading, paragraphs } of inForce.sections(terms())) {
    expect(heading).toMatch(/^[A-Z][A-Za-z ]+$/);
    expect(paragraphs).not.toEqual([]);
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/^[A-Z].{20,}\.$/);
  }
});

test('the grant says who grants what to whom, for how long and at what price', () => {
  const [grant] = inForce.sections(terms());
  expect(grant?.paragraphs).toEqual([
    'Carla Creator (the “Creator”) grants Acme (the “Brand”) a non-exclusive, non-transferable, worldwide license to use “Harbour at dawn” (the “Content”).',
    expect.stringMatching(/^License type: 6-Month License\. The Brand may use the Content in any number of campaigns/),
    'Start date: November 21, 2026 (UTC).',
    'This license ends on May 20, 2027 (UTC). This exact date governs.',
    'License price: $250.00 USD.',
  ]);
});

test.each(termsVersions)('before a purchase, the terms of version $id have no dates', (version) => {
  const offered = terms({ license_id: null, start_date: null, end_date: null });
  const said = version.sections(offered)[0]?.paragraphs.slice(2) ?? [];
  expect(said).toHaveLength(2);
  expect(said[0]).toMatch(
    /^This (?:license|licence) ends 180 days after purchase\. The exact end date is fixed at purchase and/,
  );
});

test('before a purchase, the grant has no dates, and says how the end date is determined', () => {
  const offered = terms({ license_id: null, start_date: null, end_date: null });
  expect(inForce.sections(offered)[0]?.paragraphs.slice(2)).toEqual([
    'This license ends 180 days after purchase. The exact end date is fixed at purchase and governs.',
    'License price: $250.00 USD.',
  ]);
  expect(agreementText(inForce, offered)).toMatch(
    /^CONTENT LICENSE AGREEMENT\n\nTerms version 2026-11-25, last updated/,
  );
  expect(section('Grant of License', { ...offered, license_type: 'perpetual' })).toContain(
    'This license has no end date.',
  );
});

test('each type grants its own use', () => {
  expect(section('Grant of License', { license_type: 'one_time' })).toContain(
    'One-Time Use. The Brand may use the Content in one campaign, advertisement or publication',
  );
  expect(section('Grant of License', { license_type: 'perpetual', end_date: null })).toContain(
    'Perpetual License. The Brand may use the Content in any number of campaigns and in any medium, with no time limit.',
  );
});

test('the price for several licenses says how many it covers', () => {
  expect(section('Grant of License', { quantity: 2, price_cents: 50_000 })).toContain(
    'License price: $500.00 USD for 2 licenses of this kind.',
  );
});

test('a renewal starts on its start date, an upgrade with its purchase; both name the previous license', () => {
  const renewal = section('Grant of License', { basis: { kind: 'renewal', license_id: 'license-0' } });
  expect(renewal).toContain('The license lasts 6 months from its start date;');
  expect(renewal).toContain('This license renews license license-0.');
  const upgrade = section('Grant of License', { basis: { kind: 'upgrade', license_id: 'license-0' } });
  expect(upgrade).toContain('The license lasts 6 months from purchase;');
  expect(upgrade).toContain('This license upgrades license license-0.');
  expect(section('Grant of License', { basis: null })).not.toContain('license-0');
});

test('[GAL-20] an agreement for editorial use only says so in its grant, and earlier terms stay as they are', () => {
  const [editorial, plain] = [terms({ editorial: true }), terms({ editorial: false })];
  expect(section('Grant of License', editorial)).toMatch(/[.] Editorial use only: .*This limit prevails/);
  expect(agreementText(inForce, plain)).not.toMatch(/editorial/i);
  for (const version of termsVersions.slice(1))
    expect(agreementText(version, editorial)).toBe(agreementText(version, plain));
});
