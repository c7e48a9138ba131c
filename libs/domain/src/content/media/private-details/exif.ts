/** What a file says about its maker that strangers need not know. */
export type PrivateDetail = 'place' | 'serial number' | 'name';

const entryBytes = 12;
const entriesMax = 1_000;
const exifDirectory = 0x8769;
const gpsDirectory = 0x8825;
const makerNote = 0x927c;
const maker = 0x010f;
/** Bytes of one value, by type. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

const details: Readonly<Record<number, PrivateDetail>> = {
  0x013b: 'name', // The artist.
  0x8298: 'name', // Whose copyright it is.
  0x9c9d: 'name', // The author, as Windows writes it.
  0xa430: 'name', // The camera's owner.
  0xa431: 'serial number', // Of the camera.
  0xa435: 'serial number', // Of the lens.
  0xc62f: 'serial number', // Of the camera, as DNG has it.
};
/** Cameras whose own notes, of a secret form, hold their serial number. Those of phones hold what their HDR needs. */
const notingMakers = /^(canon|nikon|sony|fujifilm|panasonic|leica|olympus|om digital|pentax|ricoh|sigma|hasselblad)/i;

/** A part of a file in the form of TIFF. All offsets in it count from its own beginning. */
class Tiff {
  readonly #view: DataView;
  readonly #isLittle: boolean;

  constructor(
    readonly bytes: Uint8Array,
    readonly found: Set<PrivateDetail>,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = bytes[0] === 0x49;
  }

  clean() {
    if (this.bytes.length >= 8) this.#cleanDirectory(this.#long(4), '');
  }

  #short(at: number) {
    return this.#view.getUint16(at, this.#isLittle);
  }

  #long(at: number) {
    return this.#view.getUint32(at, this.#isLittle);
  }

  #isInside(at: number, length: number) {
    return at >= 0 && at + length <= this.bytes.length;
  }

  /** The entries of a directory; none if it is malformed. */
  #entriesOf(directory: number): readonly number[] {
    if (directory < 8 || !this.#isInside(directory, 2)) return [];
    const count = this.#short(directory);
    if (count > entriesMax || !this.#isInside(directory + 2, count * entryBytes + 4)) return [];
    return Array.from({ length: count }, (_unused, index) => directory + 2 + index * entryBytes);
  }

  /** Where an entry's value lies: in the entry, if it is of four bytes or fewer. Null if it is malformed. */
  #valueOf(entry: number) {
    const length = (typeBytes[this.#short(entry + 2)] ?? 0) * this.#long(entry + 4);
    const at = length <= 4 ? entry + 8 : this.#long(entry + 8);
    return length > 0 && this.#isInside(at, length) ? { at, length } : null;
  }

  #isEmpty(entry: number) {
    const value = this.#valueOf(entry);
    return (
      !value || this.bytes.subarray(value.at, value.at + value.length).every((byte) => byte === 0 || byte === 0x20)
    );
  }

  #cleanDirectory(directory: number, make: string) {
    let name = make;
    for (const entry of this.#entriesOf(directory)) {
      const value = this.#short(entry) === maker ? this.#valueOf(entry) : null;
      if (value) name = String.fromCharCode(...this.bytes.subarray(value.at, value.at + Math.min(value.length, 40)));
    }
    // From the last one on, because removing an entry moves those behind it.
    for (const entry of this.#entriesOf(directory).toReversed()) {
      const tag = this.#short(entry);
      const detail = tag === makerNote && notingMakers.test(name) ? 'serial number' : details[tag];
      if (tag === exifDirectory) this.#cleanDirectory(this.#long(entry + 8), name);
      if (tag === gpsDirectory) this.#removeDirectory(directory, entry);
      else if (detail && !this.#isEmpty(entry)) {
        this.found.add(detail);
        this.#remove(directory, entry);
      }
    }
  }

  #removeDirectory(parent: number, pointer: number) {
    const directory = this.#long(pointer + 8);
    const entries = this.#entriesOf(directory);
    // The version alone is no place.
    if (entries.some((entry) => this.#short(entry) !== 0)) this.found.add('place');
    for (const entry of entries) this.#wipe(entry);
    if (entries.length > 0) this.bytes.fill(0, directory, directory + 2 + entries.length * entryBytes);
    this.#remove(parent, pointer);
  }

  #wipe(entry: number) {
    const value = this.#valueOf(entry);
    if (value) this.bytes.fill(0, value.at, value.at + value.length);
  }

  /** Moves the entries behind it up, and the address of the next directory with them, so that the file stays valid. */
  #remove(directory: number, entry: number) {
    if (this.#short(entry) !== gpsDirectory) this.#wipe(entry);
    const count = this.#short(directory);
    const end = directory + 2 + count * entryBytes + 4;
    this.bytes.copyWithin(entry, entry + entryBytes, end);
    this.bytes.fill(0, end - entryBytes, end);
    this.#view.setUint16(directory, count - 1, this.#isLittle);
  }
}

/** Removes private details from EXIF, in place and with the same size, and notes which there were. */
export const cleanExif = (bytes: Uint8Array, found: Set<PrivateDetail>): void => new Tiff(bytes, found).clean();
