import type { EnumerableVault } from '../../apps/api/src/kernel/records/enumerable-vault.ts';

/** What every vault guarantees. `open` opens the same storage again after a close. */
export const vaultContract = (
  engine: string,
  start: () => Promise<{ open: () => Promise<EnumerableVault>; end: () => Promise<void> }>,
) =>
  describe(`the vault on ${engine}`, () => {
    let open: () => Promise<EnumerableVault>;
    let end: () => Promise<void>;
    let vault: EnumerableVault;

    beforeEach(async () => {
      ({ open, end } = await start());
      vault = await open();
    });
    afterEach(async () => {
      await vault.close();
      await end();
    });

    it('returns what was put, per collection, and null for what was never put or was deleted', async () => {
      await vault.put('sessions', 'one', { user: 'ann' });
      await vault.put('keys', 'one', { bytes: 'AAA' });
      expect(await vault.get('sessions', 'one')).toEqual({ user: 'ann' });
      await vault.delete('sessions', 'one');
      expect(await vault.get('sessions', 'one')).toBeNull();
      expect(await vault.get('keys', 'one')).toEqual({ bytes: 'AAA' });
      expect(await vault.get('keys', 'two')).toBeNull();
    });

    it('returns those of several keys that exist', async () => {
      await vault.put('sessions', 'one', { user: 'ann' });
      await vault.put('sessions', 'two', { user: 'bob' });
      await vault.put('keys', 'three', { bytes: 'AAA' });
      const found = await vault.getAll('sessions', ['two', 'three', 'one']);
      expect(Object.fromEntries(found)).toEqual({ one: { user: 'ann' }, two: { user: 'bob' } });
      expect(await vault.getAll('sessions', [])).toEqual(new Map());
    });

    it('lets only one of many inserts of the same key succeed', async () => {
      const inserted = await Promise.all(
        Array.from({ length: 20 }, (_, by) => vault.insert('emails', 'a@b.c', { by })),
      );
      expect(inserted.filter(Boolean)).toHaveLength(1);
      expect(await vault.get('emails', 'a@b.c')).toEqual({ by: inserted.indexOf(true) });
    });

    it('loses none of many concurrent updates', async () => {
      const increment = (before: { count: number } | undefined) => ({ count: (before?.count ?? 0) + 1 });
      await Promise.all(Array.from({ length: 50 }, () => vault.update('counters', 'one', increment)));
      expect(await vault.get('counters', 'one')).toEqual({ count: 50 });
    });

    it('loses no update, and lets one insert succeed, when two processes change the same records', async () => {
      const other = await open();
      try {
        const vaults = [vault, other];
        const inserted = await Promise.all(vaults.map((each, by) => each.insert('emails', 'one', { by })));
        expect(inserted.filter(Boolean)).toHaveLength(1);
        const increment = (before: { count: number } | undefined) => ({ count: (before?.count ?? 0) + 1 });
        const keys = ['a', 'b', 'c'];
        const steps = Array.from({ length: 40 }, (_, step) =>
          vaults.map((each) => each.update('counters', keys[step % keys.length] ?? '', increment)),
        );
        await Promise.all(steps.flat());
        const counts = await Promise.all(keys.map((key) => vault.get<{ count: number }>('counters', key)));
        expect(counts.map((found) => found?.count)).toEqual([28, 26, 26]);
      } finally {
        await other.close();
      }
    });

    it('hands each thing to only one taker, though two processes take concurrently', async () => {
      const other = await open();
      try {
        await vault.put('tokens', 'one', { left: 30 });
        let taken = 0;
        const take = async (from: EnumerableVault) => {
          let mine = false;
          await from.update<{ left: number }>('tokens', 'one', (before) => {
            mine = before !== undefined;
            return before && before.left > 1 ? { left: before.left - 1 } : undefined;
          });
          if (mine) taken += 1;
        };
        await Promise.all(Array.from({ length: 25 }, () => [take(vault), take(other)]).flat());
        expect(taken).toBe(30);
        expect(await vault.get('tokens', 'one')).toBeNull();
      } finally {
        await other.close();
      }
    });

    it('leaves a record alone if an update returns it unchanged, and deletes it if an update returns nothing', async () => {
      await vault.put('tokens', 'one', { used: false });
      expect(await vault.update('tokens', 'one', (before) => before)).toEqual({ used: false });
      expect(await vault.update('tokens', 'one', () => undefined)).toBeUndefined();
      expect(await vault.get('tokens', 'one')).toBeNull();
    });

    it('changes nothing when an update throws, and continues', async () => {
      await vault.put('tokens', 'one', { used: false });
      const failing = vault.update('tokens', 'one', () => {
        throw new Error('refused');
      });
      await expect(failing).rejects.toThrow('refused');
      expect(await vault.get('tokens', 'one')).toEqual({ used: false });
      expect(await vault.update('tokens', 'one', () => ({ used: true }))).toEqual({ used: true });
    });

    it('lists records in the order of their keys, from the first or after a given key', async () => {
      for (const key of ['b', 'd', 'a', 'c']) await vault.put('uploads', key, { key });
      const keysFrom = async (after?: string) => {
        const keys: string[] = [];
        for await (const { key } of vault.records('uploads', after)) keys.push(key);
        return keys;
      };
      expect(await keysFrom()).toEqual(['a', 'b', 'c', 'd']);
      expect(await keysFrom('b')).toEqual(['c', 'd']);
      expect(await keysFrom('bb')).toEqual(['c', 'd']);
      expect(await keysFrom('d')).toEqual([]);
    });

    it('finds the records of a group, which follow their group property', async () => {
      await vault.put('sessions', 'one', { group: 'ann', device: 1 });
      await vault.insert('sessions', 'two', { group: 'ann', device: 2 });
      await vault.put('sessions', 'three', { group: 'bob', device: 3 });
      await vault.put('keys', 'four', { group: 'ann' });
      await vault.update<object>('sessions', 'two', (before) => ({ ...before, group: 'bob' }));
      const keysOf = async (group: string) => (await vault.inGroup('sessions', group)).map(({ key }) => key).sort();
      expect(await keysOf('ann')).toEqual(['one']);
      expect(await keysOf('bob')).toEqual(['three', 'two']);
      expect(await vault.inGroup('sessions', 'ann')).toEqual([{ key: 'one', value: { group: 'ann', device: 1 } }]);
    });

    it('still has everything when it is reopened', async () => {
      await vault.put('keys', 'one', { bytes: "O'Neil; DROP TABLE records" });
      await vault.close();
      vault = await open();
      expect(await vault.get('keys', 'one')).toEqual({ bytes: "O'Neil; DROP TABLE records" });
    });
  });
