import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WalCheckpoints } from './wal-checkpoints.ts';
import { openDatabase } from '../views/sqlite/generations.ts';

const megabyte = 2 ** 20;

it('[PAY-34] another thread copies commits into the file, and the write-ahead log starts over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));
  const file = join(folder, 'views.db');
  const database = openDatabase(file);
  const checkpoints = new WalCheckpoints(database, { file, copiedAtPages: 4_000, logMaxPages: 16_000 });
  const sizes = () => ({ file: statSync(file).size, log: statSync(`${file}-wal`).size });
  const commit = (megabytes: number) =>
    database.prepare('INSERT INTO scrubbing (zeros) VALUES (zeroblob(?))').run(megabytes * megabyte);
  try {
    commit(2);
    const untouched = sizes().file;
    await checkpoints.afterCommit();
    expect(sizes().file).toBe(untouched);
    commit(20);
    // The committing connection has not copied it itself.
    expect(sizes().file).toBe(untouched);
    await checkpoints.afterCommit();
    const { file: copied, log } = sizes();
    expect(copied).toBeGreaterThan(22 * megabyte);
    commit(20);
    expect(sizes().log).toBe(log);
    await checkpoints.afterCommit();
    expect(sizes().file).toBeGreaterThan(42 * megabyte);
  } finally {
    await checkpoints.close();
    database.close();
    rmSync(folder, { recursive: true });
  }
});
