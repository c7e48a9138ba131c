import { expect, test } from 'vitest';
import { messagesOf } from '../kernel/form-messages.test-kit.ts';
import { normalized } from '../kernel/text.ts';
import { EditForm, PricingForm, PublishForm, UploadForm, offersOf } from './forms.ts';

const brand = { brandName: 'Acme', productUrls: ['https://acme.example/shoe'] };
const filled = {
  upload: () => Object.assign(new UploadForm(), brand),
  publication: () => Object.assign(new PublishForm(), { ...brand, uploadId: 'upload-1' }),
  edit: () => Object.assign(new EditForm(), { title: 'Harbour' }),
};
type Form = keyof typeof filled;

const messageOf = (form: Form, field: string, value: unknown) =>
  messagesOf(Object.assign(filled[form](), { [field]: value }))[field];

const urls = (count: number) => Array.from({ length: count }, (_unused, index) => `https://acme.example/${index}`);

test.each(Object.keys(filled) as Form[])('a filled-in form is valid: %s', (form) => {
  expect(messagesOf(filled[form]())).toEqual({});
});

test.each<[Form, string, number, string]>([
  ['upload', 'brandName', 200, 'Brand name must be at most 200 characters'],
  ['upload', 'notes', 2_000, 'Notes must be at most 2000 characters'],
  ['publication', 'title', 200, 'Title must be at most 200 characters'],
  ['publication', 'description', 2_000, 'Description must be at most 2000 characters'],
  ['edit', 'title', 200, 'Title must be at most 200 characters'],
  ['edit', 'description', 2_000, 'Description must be at most 2000 characters'],
])('%s: %s has at most %i characters', (form, field, most, message) => {
  expect(messageOf(form, field, 'x'.repeat(most))).toBeUndefined();
  expect(messageOf(form, field, 'x'.repeat(most + 1))).toBe(message);
});

test.each<[Form, string, unknown, string]>([
  ['upload', 'brandName', 7, 'Brand name is required'],
  ['upload', 'brandName', 'A', 'Brand name is required'],
  ['upload', 'productUrls', 'https://acme.example', 'At least one product URL is required'],
  ['upload', 'productUrls', [], 'At least one product URL is required'],
  ['upload', 'productUrls', urls(21), 'At most 20 product URLs'],
  ['upload', 'productUrls', ['acme'], 'Please enter a valid URL'],
  ['publication', 'uploadId', '', 'Missing media'],
  ['publication', 'tags', Array.from({ length: 31 }, String), 'At most 30 tags'],
  ['publication', 'tags', ['x'.repeat(41)], 'A tag must be at most 40 characters'],
  ['edit', 'title', '', 'Please enter a title'],
  ['edit', 'tags', Array.from({ length: 31 }, String), 'At most 30 tags'],
  ['edit', 'tags', ['sea', 'x'.repeat(41)], 'A tag must be at most 40 characters'],
])('%s: %s can’t be %o', (form, field, value, message) => {
  expect(messageOf(form, field, value)).toBe(message);
});

test.each<[Form, string, unknown]>([
  ['upload', 'productUrls', urls(20)],
  ['upload', 'notes', undefined],
  ['publication', 'title', undefined],
  ['publication', 'tags', Array.from({ length: 30 }, String)],
  ['publication', 'tags', ['x'.repeat(40)]],
  ['edit', 'tags', ['x'.repeat(40)]],
])('%s: %s can be %o', (form, field, value) => {
  expect(messageOf(form, field, value)).toBeUndefined();
});

test.each<[Form, string, unknown]>([
  ['publication', 'uploadId', 'x'.repeat(201)],
  ['publication', 'uploadId', 7],
  ['publication', 'tags', 'sea'],
  ['publication', 'tags', [7]],
  ['publication', 'notes', 7],
  ['edit', 'description', 7],
  ['edit', 'tags', 'sea'],
  ['edit', 'tags', [7]],
  ['edit', 'offerOneTime', 'yes'],
  ['edit', 'offerSixMonth', 'yes'],
  ['edit', 'offerPerpetual', 'yes'],
])('input that no screen sends is refused as well: %s, %s %o', (form, field, value) => {
  expect(messageOf(form, field, value)).toEqual(expect.any(String));
});

const types = [
  ['one-time', 'offerOneTime', 'oneTimePrice', 'one_time'],
  ['six-month', 'offerSixMonth', 'sixMonthPrice', 'six_month'],
  ['perpetual', 'offerPerpetual', 'perpetualPrice', 'perpetual'],
] as const;

test.each(types)(
  'the %s price is from a dollar to a million, in whole cents, while the type is offered',
  (_name, offer, price, type) => {
    const pricing = (dollars: number, offered = true) =>
      Object.assign(new PricingForm(), { [offer]: offered, [price]: dollars });
    for (const dollars of [1, 19.99, 1_000_000]) {
      expect(messagesOf(pricing(dollars))).toEqual({});
      expect(offersOf(pricing(dollars))[type]).toBe(Math.round(dollars * 100));
    }
    for (const dollars of [0.99, 1.005, Infinity]) {
      expect(messagesOf(pricing(dollars))).toEqual({ [price]: 'Minimum price is $1' });
    }
    expect(messagesOf(pricing(1_000_000.01))).toEqual({ [price]: 'Maximum price is $1,000,000' });
    expect(messagesOf(pricing(0, false))).toEqual({});
    expect(offersOf(pricing(19.99, false))[type]).toBeNull();
  },
);

test.each(types)('offering only the %s type is enough', (_name, offer) => {
  const none = { offerOneTime: false, offerSixMonth: false, offerPerpetual: false };
  expect(messagesOf(Object.assign(new PricingForm(), { ...none, [offer]: true }))).toEqual({});
  expect(messagesOf(Object.assign(new PricingForm(), none))).toEqual({
    offerOneTime: 'You must offer at least one license type',
  });
});

test('[SEC-13] titles, names and tags are reduced to one line, notes and descriptions may have several', () => {
  const sent = { brandName: 'a\0\nb', notes: 'a\0\nb', title: 'a\0\nb', description: 'a\0\nb', tags: ['a\0\nb'] };
  const listing = { title: 'a b', description: 'a \nb', tags: ['a b'] };
  const upload = { brandName: 'a b', notes: 'a \nb' };
  expect(normalized(UploadForm.normalizers, sent)).toEqual({ ...sent, ...upload });
  expect(normalized(PublishForm.normalizers, sent)).toEqual({ ...upload, ...listing });
  expect(normalized(EditForm.normalizers, sent)).toEqual({ ...sent, ...listing });
});

test.each([UploadForm, PublishForm])('[FIX-35] product URLs without https:// get it: %o', ({ normalizers }) => {
  const productUrls = ['acme.example/shoe', 'https://acme.example', 'acme'];
  expect(normalized(normalizers, { productUrls })).toEqual({
    productUrls: ['https://acme.example/shoe', 'https://acme.example', 'acme'],
  });
});

test('a form starts empty, with all types on offer', () => {
  const pricing = { offerOneTime: true, offerSixMonth: true, offerPerpetual: true };
  expect(new PublishForm()).toMatchObject({
    ...pricing,
    brandName: '',
    productUrls: [''],
    notes: '',
    uploadId: '',
    title: '',
    description: '',
    tags: [],
  });
  expect(new EditForm()).toMatchObject({ ...pricing, title: '', description: '', tags: [] });
});
