const headerBytes = 12;
const entryBytes = 16;

export interface FontTable {
  /** Four letters. */
  readonly tag: string;
  readonly data: Buffer;
  /** Readers of fonts don't check it. */
  readonly checksum?: number;
}

const padded = (bytes: number) => Math.ceil(bytes / 4) * 4;

/** Writes an OpenType font file. @param flavor what its first four bytes say about the kind of its outlines */
export const writeFont = (flavor: number, tables: readonly FontTable[]): Buffer => {
  const start = headerBytes + tables.length * entryBytes;
  const font = Buffer.alloc(tables.reduce((total, { data }) => total + padded(data.length), start));
  const powers = Math.floor(Math.log2(tables.length));
  font.writeUInt32BE(flavor);
  font.writeUInt16BE(tables.length, 4);
  font.writeUInt16BE(2 ** powers * entryBytes, 6);
  font.writeUInt16BE(powers, 8);
  font.writeUInt16BE((tables.length - 2 ** powers) * entryBytes, 10);
  let offset = start;
  for (const [index, { tag, checksum = 0, data }] of tables.entries()) {
    const at = headerBytes + index * entryBytes;
    font.write(tag, at, 'latin1');
    font.writeUInt32BE(checksum, at + 4);
    font.writeUInt32BE(offset, at + 8);
    font.writeUInt32BE(data.length, at + 12);
    data.copy(font, offset);
    offset += padded(data.length);
  }
  return font;
};
