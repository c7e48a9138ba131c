import { cut } from '@tessera/domain/kernel/text';
import { escaped } from '../../kernel/html.ts';
import type { Rights } from './rights.ts';

/** Characters that XML can't contain in any form. */
// oxlint-disable-next-line no-control-regex
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;
const text = (value: string) => escaped(value.replace(notInXml, ''));

const dataMining = (allows: boolean) => `http://ns.useplus.org/ldf/vocab/${allows ? 'DMI-ALLOWED' : 'DMI-PROHIBITED'}`;
const madeByModel = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

export const packetBegin = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>';
export const packetEnd = '<?xpacket end="w"?>';

/** Encodes the rights as XMP, with IPTC and PLUS fields. The same rights give the same bytes. */
export const xmpOf = (rights: Rights): string =>
  [
    packetBegin,
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"',
    ' xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/"',
    ...(rights.isAiGenerated ? [' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"'] : []),
    ` photoshop:Credit="${text(rights.credit)}" xmpRights:Marked="True" xmpRights:WebStatement="${text(rights.termsUrl)}"`,
    ` plus:DataMining="${dataMining(rights.allowsDataMining)}"`,
    ...(rights.isAiGenerated ? [` Iptc4xmpExt:DigitalSourceType="${madeByModel}"`] : []),
    `><dc:creator><rdf:Seq><rdf:li>${text(rights.creator)}</rdf:li></rdf:Seq></dc:creator>`,
    `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${text(rights.copyright)}</rdf:li></rdf:Alt></dc:rights>`,
    '<plus:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource">',
    `<plus:LicensorName>Tessera</plus:LicensorName><plus:LicensorURL>${text(rights.itemUrl)}</plus:LicensorURL>`,
    '</rdf:li></rdf:Seq></plus:Licensor></rdf:Description></rdf:RDF></x:xmpmeta>',
    packetEnd,
  ].join('');

/** Cuts the value to at most `bytesMax` bytes of UTF-8. */
export const shortened = (value: string, bytesMax: number): string =>
  cut(value, bytesMax, (part) => Buffer.byteLength(part));

const dataSet = (record: number, number: number, value: Buffer) => {
  const header = Buffer.from([0x1c, record, number, 0, 0]);
  header.writeUInt16BE(value.length, 3);
  return Buffer.concat([header, value]);
};

const utf8Marker = Buffer.from('\u001b%G', 'latin1');
const envelope = 1;
const application = 2;
const numbers = { characterSet: 90, version: 0, creator: 80, credit: 110, copyright: 116 } as const;
const replacedNumbers: readonly number[] = [numbers.version, numbers.creator, numbers.credit, numbers.copyright];
const longLength = 0x8000;

interface DataSet {
  readonly record: number;
  readonly number: number;
  readonly value: Buffer;
  readonly bytes: Buffer;
}

/** Null if it is malformed. */
const dataSetsIn = (iim: Buffer): readonly DataSet[] | null => {
  const found: DataSet[] = [];
  for (let offset = 0; offset < iim.length;) {
    // Some programs fill it up with zeros.
    if (iim.subarray(offset).every((byte) => byte === 0)) break;
    if (iim[offset] !== 0x1c || offset + 5 > iim.length) return null;
    const length = iim.readUInt16BE(offset + 3);
    const end = offset + 5 + length;
    if (length >= longLength || end > iim.length) return null;
    const [record = 0, number = 0] = iim.subarray(offset + 1);
    found.push({ record, number, value: iim.subarray(offset + 5, end), bytes: iim.subarray(offset, end) });
    offset = end;
  }
  return found;
};

const isCharacterSet = ({ record, number }: DataSet) => record === envelope && number === numbers.characterSet;
const isVersion = ({ record, number }: DataSet) => record === application && number === numbers.version;

/**
 * Encodes the rights as IIM, IPTC's format before XMP, for programs that can't read XMP. What the file's own IIM says
 * besides stays: captions, keywords, places. It is in UTF-8, unless that is not.
 * @returns the file's own if that is malformed
 */
export const iimOf = ({ creator, credit, copyright }: Rights, own: Buffer = Buffer.alloc(0)): Buffer => {
  const before = dataSetsIn(own);
  if (!before) return own;
  const kept = before.filter(
    (set) => !isCharacterSet(set) && !(set.record === application && replacedNumbers.includes(set.number)),
  );
  const characterSet = before.find(isCharacterSet)?.value;
  const isAscii = kept.every(({ value }) => value.every((byte) => byte < 0x80));
  const isUtf8 = characterSet ? characterSet.equals(utf8Marker) : isAscii;
  const encoded = (text: string) =>
    isUtf8 ? Buffer.from(text) : Buffer.from(text.replace(/[^\0-\xff]/g, '?'), 'latin1');
  const marker = isUtf8 ? utf8Marker : characterSet;
  const of = (matches: (record: number) => boolean) =>
    kept.flatMap(({ record, bytes }) => (matches(record) ? [bytes] : []));
  return Buffer.concat([
    ...(marker ? [dataSet(envelope, numbers.characterSet, marker)] : []),
    ...of((record) => record === envelope),
    dataSet(application, numbers.version, before.find(isVersion)?.value ?? Buffer.from([0, 4])),
    ...of((record) => record === application),
    dataSet(application, numbers.creator, encoded(shortened(creator, 32))),
    dataSet(application, numbers.credit, encoded(shortened(credit, 32))),
    dataSet(application, numbers.copyright, encoded(shortened(copyright, 128))),
    ...of((record) => record > application),
  ]);
};
