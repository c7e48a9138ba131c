// Names in many scripts. cspell:ignoreRegExp [\u0590-\u1CFF\u2E80-\uFFFF]+
import { createHash } from 'node:crypto';
import { agreementText } from '@tessera/domain/licensing/agreements/agreement';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { extractText, getDocumentProxy } from 'unpdf';
import type { AgreementInput, AgreementProof } from '../../apps/api/src/licensing/agreements/agreement-pdf.ts';
import { PdfPrinter } from '../../apps/api/src/printing/pdf-printer.ts';
import { drawPicture } from '../support/picture.ts';
import { boxesIn, lettersOf, piecesOf } from '../support/printed-text.ts';

const sha256 = createHash('sha256').update('the original').digest('hex');
const verifyUrl = 'https://tessera.example/verify/0198f0c2-7b1e-7c33-9d7e-3f5b6a1c2d4e';

const standard = {
  license_id: '0198f0c2-7b1e-7c33-9d7e-3f5b6a1c2d4e',
  order_id: '0198f0c2-6a0d-7b22-8c6d-2e4a5b0c1d3f',
  item: {
    content_id: 'content-1',
    title: 'Harbour at dawn',
    description: '',
    media_url: 'a.webp',
    media_type: 'image',
  },
  creator_id: 'creator-1',
  creator_name: 'Carla Creator',
  brand_id: 'brand-1',
  brand_name: 'Northwind',
  referrer_id: null,
  license_type: 'six_month',
  quantity: 2,
  price_cents: 1_234_599,
  split: {} as License['split'],
  start_date: '2026-11-21T23:59:58.000Z',
  end_date: '2027-05-20T23:59:58.000Z',
  created_at: '2026-11-21T23:59:58.000Z',
  basis: null,
  gateway: 'sandbox',
  renewed_by: null,
  upgraded_by: null,
  refunded_cents: 0,
  refunded_at: null,
  dispute: null,
} as const;

interface Change extends Partial<Omit<License, 'item'>> {
  readonly item?: Partial<License['item']>;
}

const licenseOf = ({ item, ...change }: Change): License => {
  const license = { ...standard, ...change, item: { ...standard.item, ...item } };
  const agreement_text = agreementText(termsInForce(), { ...license, content_title: license.item.title });
  return { ...license, agreement: { agreement_text, terms_version: '2026-11-25' } };
};

const printer = new PdfPrinter();
afterAll(() => printer.onApplicationShutdown());
const renderer = new URL('../../apps/api/src/licensing/agreements/agreement-pdf.ts', import.meta.url);

const renderText = (license: License, text: string, proof: Partial<AgreementProof> = {}) => {
  const input: AgreementInput = { license, text, proof: { thumbnail: null, sha256, verifyUrl, ...proof } };
  return printer.render(renderer, input);
};
const render = (license: License, proof?: Partial<AgreementProof>) =>
  renderText(license, license.agreement?.agreement_text ?? '', proof);

const open = async (license: License, proof?: Partial<AgreementProof>) =>
  getDocumentProxy(new Uint8Array(await render(license, proof)));

/** The words of all pages, separated by single spaces, because line breaks don't matter. */
const wordsOf = async (pdf: Awaited<ReturnType<typeof open>>) =>
  (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');

const writtenOf = async (change: Change) => wordsOf(await open(licenseOf(change)));

describe('the agreement as a document', () => {
  it('[PAY-20] says that a fully refunded license is no longer valid, and since when', async () => {
    const words = 'Refunded In full on November 25, 2026, 10:00:00 UTC; not valid since then';
    expect(await writtenOf({ refunded_at: '2026-11-25T10:00:00.000Z' })).toContain(words);
    expect(await writtenOf({})).not.toContain('Refunded');
  });

  it('contains every fact of the deal with its label, to the cent and to the second', async () => {
    const text = await writtenOf({});
    for (const fact of [
      'Creator Carla Creator Brand Northwind Content Harbour at dawn Medium Photograph',
      'License type 6-Month License Quantity 2 Price $12,345.99 USD',
      'Start date November 21, 2026 (UTC) End date May 20, 2027 (UTC)',
      `Concluded Electronically on November 21, 2026, 23:59:58 UTC, by payment of order ${standard.order_id}`,
      `Original SHA-256 ${sha256}`,
      `Verify at ${verifyUrl}`,
      `License ${standard.license_id} Terms version 2026-11-25, last updated November 25, 2026`,
      `License ${standard.license_id} Page 1 of 2`,
      'Page 2 of 2',
    ]) {
      expect(text).toContain(fact);
    }
  });

  it.each([
    ['one_time', 'One-Time Use', '2027-05-20T23:59:58.000Z', 'May 20, 2027 (UTC)'],
    ['perpetual', 'Perpetual License', null, 'No end date'],
  ] as const)('shows the license type %s as %s, and its end', async (license_type, name, end_date, end) => {
    const text = await writtenOf({ license_type, end_date, item: { media_type: 'video' } });
    expect(text).toContain(`Medium Video License type ${name} Quantity 2`);
    expect(text).toContain(`End date ${end} Concluded`);
  });

  it.each([
    ['renewal', 'Renews', 'renews'],
    ['upgrade', 'Upgrades', 'upgrades'],
  ] as const)(
    'of a %s names the license that it continues, among the facts and in its text',
    async (kind, fact, verb) => {
      const before = '0198f0c2-0000-7c33-9d7e-3f5b6a1c2d4e';
      const text = await writtenOf({ basis: { kind, license_id: before } });
      expect(text).toContain(`${fact} License ${before} Quantity 2`);
      expect(text).toContain(`This license ${verb} license ${before}.`);
      expect(await writtenOf({})).not.toMatch(/Renews|Upgrades|renews license|upgrades license/);
    },
  );

  it('[MKT-50, MKT-51, MKT-52, MKT-53, MKT-54, MKT-55, MKT-56] contains every clause word for word, in order', async () => {
    const license = licenseOf({});
    const text = await wordsOf(await open(license));
    let from = 0;
    for (const [index, { heading, paragraphs }] of termsInForce()
      .sections({
        ...license,
        content_title: license.item.title,
      })
      .entries()) {
      for (const words of [`${index + 1}. ${heading}`, ...paragraphs]) {
        const at = text.indexOf(words, from);
        expect([words, at >= from]).toEqual([words, true]);
        from = at + words.length;
      }
    }
  });

  it.each([
    ['Ukrainian', 'Щедрий вечір на Подолі'],
    ['Serbian', 'Љубица Ђорђевић'],
    ['Greek', 'Ελληνική Δύναμη Όμικρον'],
    ['Vietnamese', 'Nguyễn Thị Ánh Tuyết'],
    ['Czech', 'Žluťoučký kůň úpěl ďábelské ódy'],
    ['Turkish', 'Şükran Ağaoğlu İpek'],
    ['marks of markup', 'Smith & <Sons> "A->B" fi fl'],
  ])('prints names in %s as they were typed, in every font', async (_language, name) => {
    const text = await writtenOf({ creator_name: name, brand_name: name, item: { title: name } });
    expect(text).toContain(`Creator ${name} Brand ${name} Content ${name} Medium`);
    expect(text).toContain(`${name} (the “Creator”) grants ${name} (the “Brand”)`);
    expect(text).not.toContain('[U+');
  });

  it.each([
    ['Japanese', '山田太郎スタジオ 東京'],
    ['simplified Chinese', '北京光影摄影有限公司'],
    ['traditional Chinese, with a rare letter', '臺灣攝影 𠮷野'],
    ['Korean', '서울 사진관'],
    ['Arabic', 'شركة النور للتصوير'],
    ['vocalized Arabic', 'مُحَمَّد ٱلرَّحْمَٰن'],
    ['Persian, with a joiner', 'گل‌خانه پژوهش'],
    ['Hebrew', 'שלום עולם'],
    ['vocalized Hebrew', 'יִשְׂרָאֵל'],
    ['Hindi', 'श्री लक्ष्मी विद्यार्थी'],
    ['Thai', 'ญี่ปุ่น กรุงเทพฯ'],
    ['Bengali', 'বাংলাদেশ শ্রী'],
    ['Tamil', 'தமிழ் கொண்டு'],
    ['Telugu', 'తెలుగు శ్రీ'],
    ['Armenian', 'Հայաստան'],
    ['Georgian', 'საქართველო'],
    ['several scripts', 'Aki 山田 שלום Studio'],
  ])('[FIX-33] prints names in %s as they were typed, in every font', async (_script, name) => {
    const pdf = await open(licenseOf({ creator_name: name, brand_name: name, item: { title: name } }));
    const text = lettersOf(await wordsOf(pdf));
    expect(text).toContain(lettersOf(`Creator ${name} Brand ${name} Content ${name} Medium`));
    expect(text).toContain(lettersOf(`${name} (the “Creator”) grants ${name} (the “Brand”)`));
    expect(text).not.toContain('[U+');
    expect(await boxesIn(pdf)).toBe(0);
  });

  it('[FIX-33] keeps the order of a clause whose names are written from right to left', async () => {
    const names = { creator_name: 'שרה', brand_name: 'محمد', item: { title: 'ים' } };
    const pieces = await piecesOf(await open(licenseOf(names)));
    const clause = pieces.slice(pieces.findIndex(({ text }) => text.includes('grants')) - 3);
    const lefts = ['שרה', 'grants', 'محمد', '(the “Brand”)'].map(
      (words) => clause.find(({ text }) => text.includes(words))?.x ?? Number.NaN,
    );
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
  });

  it.each([
    ['📸', '[camera with flash]'],
    ['👩🏽‍🚀', '[woman astronaut, medium skin tone]'],
    ['🇯🇵', '[flag Japan]'],
    ['1️⃣', '[keycap 1]'],
    ['❤️‍🔥', '[heart on fire]'],
    ['👨‍👩‍👧', '[family man, woman, girl]'],
    ['🤝🏿', '[handshake, dark skin tone]'],
  ])('[FIX-33] prints the emoji %s, which no font has, as its name', async (emoji, name) => {
    expect(await writtenOf({ creator_name: `Aki ${emoji} 5` })).toContain(`Creator Aki ${name} 5 Brand`);
  });

  it('prints a character that no font has as its code point with an explanation, never as a box', async () => {
    expect(await writtenOf({ creator_name: 'Aki 𒀀ཀ' })).toContain('Creator Aki [U+12000][U+0F40] Brand');
  });

  it('breaks a word that is wider than its line without losing a letter', async () => {
    const title = Array.from({ length: 200 }, (_unused, index) => String.fromCharCode(65 + (index % 26))).join('');
    expect((await writtenOf({ item: { title } })).replace(/ /g, '')).toContain(`Content${title}Medium`);
  });

  it('describes itself to screen readers and archives with title, language and structure, and has no personal text in its metadata', async () => {
    const pdf = await open(licenseOf({ item: { title: 'Boats & <b>' } }));
    const { info, metadata } = await pdf.getMetadata();
    expect(info).toMatchObject({
      Title: `Content License Agreement, license ${standard.license_id}`,
      Author: 'Tessera',
      Subject: `License ${standard.license_id}, terms version 2026-11-25`,
      Keywords: `license ${standard.license_id}, SHA-256 ${sha256}`,
      CreationDate: 'D:20261121235958Z',
      Language: 'en-US',
    });
    expect(metadata).not.toBeNull();
    expect((await pdf.getMarkInfo())?.Marked).toBe(true);
    const roles = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
    for (const role of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'Figure', 'Link', 'P']) {
      expect(roles).toContain(`"role":"${role}"`);
    }
    expect(roles).toContain(`QR code of the address ${verifyUrl}`);
  });

  it('has the recorded text attached, and a link to where it can be verified', async () => {
    const license = licenseOf({ creator_name: 'Aki 山田' });
    const pdf = await open(license);
    const [[name = ''] = []] = (await pdf.getAttachments()) ?? [];
    expect(name).toBe('agreement.txt');
    const text = Buffer.from((await pdf.getAttachmentContent(name)) as Uint8Array).toString();
    expect(text).toBe(license.agreement?.agreement_text);
    const links = (await (await pdf.getPage(1)).getAnnotations()) as { url?: string }[];
    expect(links.map(({ url }) => url)).toEqual([verifyUrl]);
  });

  it('shows the item as wide or as high as the space allows, and is the same file at any time', async () => {
    for (const [width, height] of [
      [560, 120],
      [120, 560],
    ] as const) {
      const thumbnail = await drawPicture(2, width, height);
      const [one, other] = await Promise.all([
        render(licenseOf({}), { thumbnail }),
        render(licenseOf({}), { thumbnail }),
      ]);
      expect(one.equals(other)).toBe(true);
      expect(one.includes(thumbnail)).toBe(true);
    }
    const pdf = await open(licenseOf({}), { thumbnail: await drawPicture(2, 300, 200) });
    const roles = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
    expect(roles).toContain('Preview of “Harbour at dawn” by Carla Creator');
  });

  it('continues to as many pages as an older, longer wording needs', async () => {
    const paragraph = 'Whereas the parties have agreed on many things. '.repeat(150).trim();
    const recorded = `TITLE\n\nTerms version 1\n\nRecitals\n${paragraph}\n${paragraph}\n\nEnd\nThe last word.`;
    const bytes = await renderText(licenseOf({}), recorded);
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const text = (await wordsOf(pdf)).replace(/ Tessera · License \S+ Page \d of \d /g, ' ');
    expect(pdf.numPages).toBeGreaterThan(3);
    expect(text).toContain(`Page ${pdf.numPages} of ${pdf.numPages}`);
    expect(text.match(/Whereas the parties have agreed on many things\./g)).toHaveLength(300);
    expect(text).toContain('2. End The last word.');
  });
});
