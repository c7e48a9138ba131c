import { MemoryVault } from '../../../../../test/support/doubles/memory-vault.ts';
import { ProjectionRequests } from './requests.ts';

describe('a request for a view', () => {
  it('is carried out by the holder of the lease, and only once', async () => {
    const vault = new MemoryVault();
    const [asking, folding] = [new ProjectionRequests(vault), new ProjectionRequests(vault)];
    expect(await asking.ask('sales', 'replay', 'first')).toBe(true);
    expect(await asking.ask('sales', 'replay', 'second')).toBe(false);
    expect(await folding.take('sales', 5)).toMatchObject({ id: 'first', state: 'running', token: 5 });
    expect(await folding.take('sales', 5)).toBeNull();
  });

  it('is found among those of all views by one read, until it is done', async () => {
    const vault = new MemoryVault();
    const requests = new ProjectionRequests(vault);
    await requests.ask('sales', 'replay', 'first');
    await requests.ask('licenses', 'retry', 'second');
    const names = ['sales', 'licenses', 'orders'];
    const taken = await requests.take('sales', 1);
    expect([...(await requests.open(names)).keys()]).toEqual(['sales', 'licenses']);
    await requests.update(taken!, 'sales', { state: 'done' });
    expect([...(await requests.open(names)).keys()]).toEqual(['licenses']);
  });

  it('[PROD-19] is forgotten after a restore: it is neither carried out nor blocks the next', async () => {
    const vault = new MemoryVault();
    const before = new ProjectionRequests(vault);
    await before.ask('sales', 'replay', 'under way');
    await before.take('sales', 9);
    await before.ask('licenses', 'replay', 'not begun');
    // Drops the leases as the runbook does.
    await vault.delete('leases', 'history');
    const after = new ProjectionRequests(vault);
    expect([await after.latest('sales'), await after.latest('licenses')]).toEqual([null, null]);
    expect([await after.take('sales', 10), await after.take('licenses', 10)]).toEqual([null, null]);
    expect(await after.open(['sales', 'licenses'])).toEqual(new Map());
    expect(await after.ask('sales', 'replay', 'asked anew')).toBe(true);
    expect(await after.take('sales', 1)).toMatchObject({ id: 'asked anew', token: 1 });
  });
});
