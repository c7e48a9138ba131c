import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteVault } from '../../apps/api/src/kernel/records/sqlite.ts';
import { VaultUnavailable } from '../../apps/api/src/kernel/records/port.ts';
import { textsIn } from '../support/data-files.ts';
import { needs } from '../support/servers/needs.ts';
import { noSmallDisk, openSmallDisk } from '../support/doubles/small-disk.ts';
import { vaultContract } from './vault.contract.ts';

vaultContract('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'vault-'));
  return {
    open: () => openSqliteVault({ file: join(directory, 'vault.db') }),
    end: () => rm(directory, { recursive: true }),
  };
});

it('deleted or replaced data is in no file once the vault was scrubbed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'vault-'));
  const vault = await openSqliteVault({ file: join(directory, 'vault.db') });
  try {
    for (let each = 0; each < 200; each += 1) await vault.put('keys', `other-${each}`, { wrapped: `kept-${each}` });
    await vault.put('keys', 'one', { wrapped: 'the wrapped key of one' });
    await vault.put('credentials', 'one', { password_hash: 'the hash of one' });
    await vault.scrub();
    await vault.put('keys', 'one', { wrapped: null });
    await vault.delete('credentials', 'one');
    const traces = ['the wrapped key of one', 'the hash of one'];
    expect(textsIn(directory, traces)).not.toEqual([]);
    await vault.scrub();
    expect(textsIn(directory, traces)).toEqual([]);
    expect(await vault.get('keys', 'other-7')).toEqual({ wrapped: 'kept-7' });
  } finally {
    await vault.close();
    await rm(directory, { recursive: true });
  }
});

needs('disk of its own', noSmallDisk())('a full disk', () => {
  it('[SEC-05] lets sessions begin, change and end for a while; then the vault suggests a remedy, and keeps reading', async () => {
    const disk = openSmallDisk(24 * 1024 * 1024);
    const vault = await openSqliteVault({ file: join(disk.folder, 'vault.db') });
    try {
      await vault.scrub();
      disk.fill();
      const session = { group: 'ann', generation: 0, recentUses: [], method: 'password', startedAtMs: 1, endsAtMs: 2 };
      const sessions = Array.from({ length: 2_000 }, (_, index) => `01993b1c-1111-7aaa-8bbb-${1e11 + index}`);
      for (const id of sessions) {
        await vault.put('sessions', id, session);
        await vault.update<typeof session>('sessions', id, (before) => before && { ...before, generation: 1 });
      }
      for (const id of sessions.slice(0, 1_000)) await vault.delete('sessions', id);
      expect(await vault.inGroup('sessions', 'ann')).toHaveLength(1_000);
      const large = async () => {
        for (let each = 0; ; each += 1) await vault.put('uploads', `${each}`, { placeholder: 'x'.repeat(100_000) });
      };
      await expect(large()).rejects.toThrow(/^SQLite vault: could not write uploads: .*full.* Check the disk/);
      await expect(large()).rejects.toBeInstanceOf(VaultUnavailable);
      expect(await vault.inGroup('sessions', 'ann')).toHaveLength(1_000);
    } finally {
      await vault.close();
      disk.remove();
    }
  });
});
