import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteVault } from '../../apps/api/src/kernel/vault/sqlite.ts';
import { vaultContract } from './vault.contract.ts';

vaultContract('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'vault-'));
  return {
    open: () => openSqliteVault({ file: join(directory, 'vault.db') }),
    end: () => rm(directory, { recursive: true }),
  };
});
