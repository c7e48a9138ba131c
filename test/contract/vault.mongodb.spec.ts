import { openMongoVault } from '../../apps/api/src/kernel/records/mongodb.ts';
import { VaultUnavailable } from '../../apps/api/src/kernel/records/port.ts';
import { describeMongo, mongoServer, startMongo } from '../support/servers/mongodb.ts';
import { vaultContract } from './vault.contract.ts';

describeMongo(`with ${mongoServer ?? 'MongoDB'}`, () => {
  let server: Awaited<ReturnType<typeof startMongo>>;
  beforeAll(async () => {
    server = await startMongo();
  });
  afterAll(() => server.stop());

  vaultContract(mongoServer ?? 'MongoDB', async () => {
    const url = server.newDatabase();
    return { open: () => openMongoVault({ url }), end: () => server.drop(url) };
  });
});

describe('a MongoDB vault whose server is down', () => {
  it('reports it, with a remedy and without the credentials', async () => {
    const opening = openMongoVault({ url: 'mongodb://admin:secret-word@127.0.0.1:1/?serverSelectionTimeoutMS=200' });
    await expect(opening).rejects.toThrow(VaultUnavailable);
    await expect(opening).rejects.toThrow(/MongoDB at 127\.0\.0\.1:1: could not connect: .*Check that the server runs/);
    await expect(opening).rejects.not.toThrow(/secret-word/);
  });
});
