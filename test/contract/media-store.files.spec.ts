import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileMediaStore } from '../../apps/api/src/adapters/media/file-store.ts';
import { mediaStoreContract } from './media-store.contract.ts';

mediaStoreContract('files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-store-'));
  return {
    open: () => openFileMediaStore({ folder }),
    end: () => rm(folder, { recursive: true, force: true }),
  };
});
