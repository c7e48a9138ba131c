import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agreementText } from '@tessera/domain/licensing/agreements/agreement';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import { drawPicture } from '../../../../../test/support/picture.ts';
import { openFileMediaStore } from '../../adapters/media/file-store.ts';
import type { MediaStore } from '../../adapters/media/port.ts';
import type { Config } from '../../config.ts';
import type { Streams } from '../../kernel/commands/dispatch.ts';
import { Pictures, agreementPictureOf, deleteMedia } from '../../media/public.ts';
import { PdfPrinter } from '../../printing/pdf-printer.ts';
import { AgreementDocuments } from './agreement-documents.ts';

const media_url = 'item/preview.webp';
const original = 'item/original.jpg';
const media = { media_url, original, widths: [], clip_url: null, sha256: 'ab'.repeat(32) };
const streams = { loadPublic: () => Promise.resolve({ status: 'live', content: { media } }) } as unknown as Streams;

const licenseOf = (license_id: string) => {
  const license = {
    license_id,
    order_id: 'order-1',
    item: { content_id: 'item-1', title: 'Harbour at dawn', media_type: 'image' },
    creator_name: 'Carla Creator',
    brand_name: 'Northwind',
    license_type: 'perpetual',
    quantity: 1,
    price_cents: 25_000,
    start_date: '2026-11-21T10:00:00.000Z',
    end_date: null,
    basis: null,
    created_at: '2026-11-21T10:00:00.000Z',
  } as unknown as License;
  const agreement_text = agreementText(termsInForce(), { ...license, content_title: license.item.title });
  return { ...license, agreement: { agreement_text, terms_version: '2026-11-25' } };
};

describe('the picture of an item in its agreements', () => {
  let folder: string;
  let store: MediaStore;
  const printer = new PdfPrinter();
  const pictures = new Pictures({ picturesAtOnce: 1 });
  const made = jest.spyOn(pictures, 'enqueue');
  /** As in a process that has just started. */
  const open = () =>
    new AgreementDocuments(streams, printer, pictures, store, { publicUrl: 'https://x.example' } as Config);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-agreements-'));
    store = await openFileMediaStore({ folder });
    made.mockClear();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  afterAll(async () => {
    pictures.stop();
    await printer.onApplicationShutdown();
  });

  it('is made once, no matter how many agreements are printed at the same time or by which process', async () => {
    await store.putPreview(media_url, await drawPicture(1, 800, 600));
    const documents = open();
    const ids = ['license-1', 'license-2', 'license-3'];
    const printed = await Promise.all(ids.map((id) => documents.pdfOf(licenseOf(id))));
    expect(made).toHaveBeenCalledTimes(1);
    expect((await open().pdfOf(licenseOf('license-1'))).equals(printed[0]!)).toBe(true);
    expect(made).toHaveBeenCalledTimes(1);
  });

  it('is missing while there is no preview, and appears once there is one', async () => {
    const documents = open();
    const without = await documents.pdfOf(licenseOf('license-1'));
    await store.putPreview(media_url, await drawPicture(1, 800, 600));
    expect((await documents.pdfOf(licenseOf('license-1'))).length).toBeGreaterThan(without.length);
  });

  it('is deleted with the preview', async () => {
    await store.putPreview(media_url, await drawPicture(1, 800, 600));
    await open().pdfOf(licenseOf('license-1'));
    expect(await store.openPreview(agreementPictureOf(media_url))).not.toBeNull();
    await deleteMedia(store, media);
    expect(await store.openPreview(agreementPictureOf(media_url))).toBeNull();
  });
});
