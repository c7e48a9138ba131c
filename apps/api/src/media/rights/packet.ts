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

/** Encodes the rights as IIM, IPTC's format before XMP, in UTF-8, for programs that can't read XMP. */
export const iimOf = ({ creator, credit, copyright }: Rights): Buffer =>
  Buffer.concat([
    dataSet(1, 90, Buffer.from('\u001b%G', 'latin1')),
    dataSet(2, 0, Buffer.from([0, 4])),
    dataSet(2, 80, Buffer.from(shortened(creator, 32))),
    dataSet(2, 110, Buffer.from(shortened(credit, 32))),
    dataSet(2, 116, Buffer.from(shortened(copyright, 128))),
  ]);
