import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mounted = (disk: string, bytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tessera', disk]).status === 0;

/**
 * Mounts a small disk with nothing else on it.
 * @throws if none can be mounted
 */
export const openSmallDisk = (bytes: number) => {
  const directory = mkdtempSync(join(tmpdir(), 'tessera-disk-'));
  const folder = join(directory, 'disk');
  mkdirSync(folder);
  if (!mounted(folder, bytes)) {
    rmSync(directory, { recursive: true });
    throw new Error('No small disk can be mounted here');
  }
  return {
    folder,
    /** Fills the disk to the last byte. */
    fill: () => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(join(folder, 'filling'), Buffer.alloc(bavail * bsize));
    },
    remove: () => {
      spawnSync('umount', [folder]);
      rmSync(directory, { recursive: true });
    },
  };
};

/** For `needs`: null if a disk can be mounted, else the reason why not. */
export const noSmallDisk = (): string | null => {
  try {
    openSmallDisk(4_096).remove();
    return null;
  } catch {
    return 'none can be mounted here';
  }
};
