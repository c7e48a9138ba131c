/** Reads numbers from bytes, one after another. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte = (): number => this.#bytes.readUInt8(this.#advance(1));
  uint16 = (): number => this.#bytes.readUInt16BE(this.#advance(2));
  int16 = (): number => this.#bytes.readInt16BE(this.#advance(2));
  uint32 = (): number => this.#bytes.readUInt32BE(this.#advance(4));

  /** Returns the next bytes, which share the memory of all. */
  bytes(count: number): Buffer {
    const from = this.#advance(count);
    return this.#bytes.subarray(from, from + count);
  }

  /** Reads a number in WOFF 2.0's `UIntBase128`: seven bits a byte, the highest first. */
  base128(): number {
    let value = 0;
    for (;;) {
      const byte = this.byte();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  }

  /** Reads a number in WOFF 2.0's `255UInt16`, which takes one byte up to 252. */
  short255(): number {
    const code = this.byte();
    if (code === 253) return this.uint16();
    if (code === 254) return this.byte() + 2 * 253;
    return code === 255 ? this.byte() + 253 : code;
  }

  #advance(count: number): number {
    const from = this.#at;
    this.#at += count;
    return from;
  }
}
