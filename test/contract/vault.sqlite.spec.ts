import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteVault } from '../../apps/api/src/kernel/vault/sqlite.ts';
import { textsIn } from '../support/data-files.ts';
import { vaultContract } from './vault.contract.ts';

vaultContract('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'vault-'));
  return {
    open: () => openSqliteVault({ file: join(directory, 'vault.db') }),
    end: () => rm(directory, { recursive: true }),
  };
});

it('what was deleted or replaced is left in no file once the vault was scrubbed', async () => {
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
