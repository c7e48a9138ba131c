import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const boxesMax = 100_000;
const headerBytes = 8;
const longHeaderBytes = 16;

interface Box {
  readonly type: string;
  /** In bytes, its header included. */
  readonly size: number;
}

const boxAt = async (handle: FileHandle, offset: number, fileBytes: number): Promise<Box | null> => {
  const header = Buffer.alloc(longHeaderBytes);
  const { bytesRead } = await handle.read(header, 0, longHeaderBytes, offset);
  if (bytesRead < headerBytes) return null;
  const type = header.toString('latin1', 4, 8);
  const short = header.readUInt32BE(0);
  if (short === 0) return { type, size: fileBytes - offset };
  if (short !== 1) return { type, size: short };
  return bytesRead < longHeaderBytes ? null : { type, size: Number(header.readBigUInt64BE(8)) };
};

/**
 * Whether an MP4 or QuickTime file holds together: its boxes fill it to the last byte, and both the description and
 * the pictures are among them. A container that was cut off, or only begins like one, is not whole.
 */
export const isWholeIsoMedia = async (file: string): Promise<boolean> => {
  const handle = await open(file);
  try {
    const { size: fileBytes } = await handle.stat();
    const types = new Set<string>();
    let offset = 0;
    for (let boxes = 0; offset < fileBytes && boxes < boxesMax; boxes += 1) {
      const box = await boxAt(handle, offset, fileBytes);
      if (!box || box.size < headerBytes) return false;
      types.add(box.type);
      offset += box.size;
    }
    return offset === fileBytes && types.has('moov') && types.has('mdat');
  } finally {
    await handle.close();
  }
};
