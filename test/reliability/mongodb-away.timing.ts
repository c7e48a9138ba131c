import { defineView } from '@tessera/domain/kernel/view';
import { openMongoReadStore } from '../../apps/api/src/kernel/views/mongodb/engine.ts';
import { ReadStoreUnavailable } from '../../apps/api/src/kernel/views/port.ts';
import { openMongoVault } from '../../apps/api/src/kernel/records/mongodb.ts';
import { VaultUnavailable } from '../../apps/api/src/kernel/records/port.ts';
import { bestOfThree, msOf } from '../support/best-of-three.ts';
import { record } from '../support/figures.ts';
import { FerretDb } from '../support/servers/ferretdb.ts';
import { needs } from '../support/servers/needs.ts';
import { until } from '../support/until.ts';

const program = process.env['FERRETDB'];
const tallies = defineView<object>({ name: 'tallies', version: 1, on: [] });
const failsWithinMs = 10_000;
const missing = program ? null : 'FERRETDB names no program';

needs('FerretDB', missing)('MongoDB (FerretDB) that is away', () => {
  it('makes reads fail soon, instead of piling up', async () => {
    const server = await FerretDb.start(program ?? '');
    const store = await openMongoReadStore({ url: server.address });
    const vault = await openMongoVault({ url: server.address });
    await store.register(tallies, 'events');
    const answers = (ask: () => Promise<unknown>) =>
      until('it answers again', () =>
        ask().then(
          () => true,
          () => false,
        ),
      );
    const failedMs = await bestOfThree(async () => {
      await server.kill();
      const tookMs = await msOf(async () => {
        await expect(store.get('tallies', 'item-1')).rejects.toThrow(ReadStoreUnavailable);
        await expect(vault.get('counters', 'one')).rejects.toThrow(VaultUnavailable);
      });
      await server.start();
      await answers(() => store.get('tallies', 'item-1'));
      await answers(() => vault.get('counters', 'one'));
      return tookMs;
    }, failsWithinMs);
    await store.close();
    await vault.close();
    await server.stop();
    record('MongoDB (FerretDB) away', { twoReadsFailedWithinMs: Math.round(failedMs) });
    expect(failedMs).toBeLessThan(failsWithinMs);
  });
});
