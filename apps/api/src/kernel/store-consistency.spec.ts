import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definitions } from '@tessera/domain/catalog';
import { until } from '../../../../test/support/until.ts';
import { systemClock } from './clock.ts';
import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { StoreConsistency, StoreMismatch, refuseMissingFile } from './store-consistency.ts';
import { openEventStore, openReadStore, openVault } from './engines.ts';
import { noStream } from './log/port.ts';
import { MasterKeys } from './keys/master-keys.ts';
import { rewrapKeys } from './keys/rotate.ts';
import { PersonalDataCodec } from './log/personal-data.ts';
import { knownHistory } from './records/history.ts';
import type { EnumerableVault } from './records/enumerable-vault.ts';
import type { LogIdentity, ReadStore } from './views/port.ts';

const key = 'a1'.repeat(32);
const otherKey = 'b2'.repeat(32);
const newId = () => systemClock.newId();

const open = async (config: Config) => {
  const [events, views, vault] = [await openEventStore(config), await openReadStore(config), await openVault(config)];
  const masterKeys = MasterKeys.of(config);
  const codec = new PersonalDataCodec({ definitions, vault, masterKeys, newId });
  /** Like a sign-up before its events are appended: the account's key is in the vault, and nothing is in the log. */
  const encoded = async (accountId: string) => {
    const metadata = { actor: accountId, correlation: newId(), causation: null };
    const data = { account_id: accountId, name: 'Bo Buyer', email: 'bo@example.com', phone: null };
    const registered = [{ type: 'BrandRegistered', data: { ...data, brand_name: 'Acme', brand_url: null } }];
    return codec.encode(registered, metadata);
  };
  const register = async (accountId: string) => {
    await events.append(`account-${accountId}`, noStream, await encoded(accountId));
  };
  const close = () => Promise.all([events.close(), views.close(), vault.close()]);
  return { events, views, vault, masterKeys, encoded, register, close };
};

/** Its methods as properties, so that each can be replaced. */
const bound = (vault: EnumerableVault): Pick<EnumerableVault, keyof EnumerableVault> => ({
  get: (...args) => vault.get(...args),
  getAll: (...args) => vault.getAll(...args),
  put: (...args) => vault.put(...args),
  insert: (...args) => vault.insert(...args),
  update: (...args) => vault.update(...args),
  delete: (...args) => vault.delete(...args),
  inGroup: (...args) => vault.inGroup(...args),
  scrub: () => vault.scrub(),
  close: () => vault.close(),
  collections: () => vault.collections(),
  records: (...args) => vault.records(...args),
  putAll: (...args) => vault.putAll(...args),
});

/** Everything that a start does to the data before it serves anyone. */
const start = async (
  config: Config,
  use: (parts: Awaited<ReturnType<typeof open>>) => Promise<void> = async () => {},
) => {
  await refuseMissingFile(config);
  const parts = await open(config);
  try {
    const consistency = await StoreConsistency.check(parts);
    await use(parts);
    await consistency.onApplicationShutdown();
  } finally {
    await parts.close();
  }
};

describe('starting on data', () => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-consistency-'));
    folders.push(folder);
    return folder;
  };
  const configOf = (dataDir: string, masterKey = key) =>
    readConfig({ DATA_DIR: dataDir, MASTER_KEY: masterKey, JWT_SECRET: key, ADMIN_PASSWORD: 'correct horse battery' });
  const newShop = async () => {
    const folder = newFolder();
    await start(configOf(folder), async ({ register, vault }) => {
      await register(newId());
      // A process that ends before it recorded this leaves that to the next start.
      await until('the vault notes which log it is of', async () => {
        const noted = await vault.get<{ readonly log: string | null }>('installation', 'fingerprints');
        return noted && noted.log !== null;
      });
    });
    return folder;
  };
  const copyOf = (folder: string) => {
    const copy = newFolder();
    cpSync(folder, copy, { recursive: true });
    return copy;
  };
  let sound: string;
  beforeAll(async () => {
    sound = await newShop();
  });
  const take = (name: string, from: string, to: string) => cpSync(join(from, name), join(to, name));
  const without = (folder: string, name: string) => rmSync(join(folder, name));
  const contents = (folder: string) =>
    readdirSync(folder)
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]);
  const shopGrown = async (folder: string) => {
    const grown = copyOf(folder);
    await start(configOf(grown), async ({ register, events, vault, views }) => {
      await register(newId());
      const reached = { position: await events.head(), counts: events.counts };
      await vault.put('workflows', 'receipts', reached);
      const { views: all } = await import('@tessera/domain/catalog');
      const [view] = all;
      await views.register(view!, events.counts);
      await views.commit(reached.position, [{ view: view!.name, changes: [] }]);
    });
    return grown;
  };

  it('[SEC-10] whose parts belong together succeeds: on an empty folder, and on the shop that it became', async () => {
    const folder = copyOf(sound);
    await expect(start(configOf(folder))).resolves.toBeUndefined();
    await expect(start(configOf(newFolder()))).resolves.toBeUndefined();
  });

  it('[SEC-10] adopts a shop from before fingerprints existed, and recognizes it from then on', async () => {
    const folder = copyOf(sound);
    await start(configOf(folder), ({ vault }) => vault.delete('installation', 'fingerprints'));
    without(folder, 'views.db');
    await start(configOf(folder), async ({ vault, views, events }) => {
      const [first] = await events.readAll({ after: -1, limit: 1 });
      expect(await vault.get('installation', 'fingerprints')).toMatchObject({ log: first!.id });
      expect(await views.log()).toMatchObject({ first: first!.id });
    });
  });

  it('[PROD-19] [SEC-10] whose views are of another log, however far they are, folds them again', async () => {
    const folder = copyOf(sound);
    take('views.db', await shopGrown(await shopGrown(await newShop())), folder);
    await start(configOf(folder), async ({ views, events }) => {
      const [first] = await events.readAll({ after: -1, limit: 1 });
      expect(await views.log()).toMatchObject({ first: first!.id });
      expect(await views.furthest(events.counts)).toBe(-1);
    });
  });

  it('[PROD-19] whose vault was restored begins another history: views that are ahead of the log are no reason to stop', async () => {
    const parts = await open(configOf(copyOf(sound)));
    const [first] = await parts.events.readAll({ after: -1, limit: 1 });
    const kept: LogIdentity[] = [];
    // Drops the leases as the runbook does.
    await parts.vault.delete('leases', 'history');
    const views = {
      log: () => Promise.resolve({ first: first!.id, history: 'before the restore' }),
      furthest: async () => (await parts.events.head()) + 1,
      keepLog: (log: LogIdentity) => Promise.resolve(void kept.push(log)),
    } as Partial<ReadStore> as ReadStore;
    await (await StoreConsistency.check({ ...parts, views })).onApplicationShutdown();
    const history = await knownHistory(parts.vault);
    expect(kept).toEqual([{ first: first!.id, history }]);
    expect(history).not.toBeNull();
    await parts.close();
  });

  it('[SEC-10] whose views were deleted succeeds: they are folded again', async () => {
    const folder = copyOf(sound);
    without(folder, 'views.db');
    await expect(start(configOf(folder))).resolves.toBeUndefined();
  });

  it('[SEC-10] records which log the vault belongs to as soon as there is a first event, not at the next start', async () => {
    const folder = copyOf(sound);
    without(folder, 'events.db');
    await expect(start(configOf(folder))).rejects.toThrow('The log is missing');
  });

  describe('that another node works on', () => {
    it('[SEC-10] succeeds while the other opens the shop and writes the first keys', async () => {
      const parts = await open(configOf(newFolder()));
      let other: StoreConsistency | undefined;
      const vault: EnumerableVault = {
        ...bound(parts.vault),
        get: async <Value>(collection: string, id: string) => {
          const before = await parts.vault.get<Value>(collection, id);
          if (collection === 'installation' && !other) {
            other = await StoreConsistency.check(parts);
            await parts.encoded(newId());
          }
          return before;
        },
      };
      try {
        const consistency = await StoreConsistency.check({ ...parts, vault });
        expect(await parts.vault.get('installation', 'fingerprints')).toMatchObject({ log: null });
        await consistency.onApplicationShutdown();
      } finally {
        await other?.onApplicationShutdown();
        await parts.close();
      }
    });

    it('[SEC-10] succeeds while the other sells and records how far it has come', async () => {
      const folder = copyOf(sound);
      await start(configOf(folder), async (parts) => {
        const vault: EnumerableVault = {
          ...bound(parts.vault),
          records: async function* (collection) {
            await parts.register(newId());
            const reached = { position: await parts.events.head(), counts: parts.events.counts };
            await parts.vault.put('workflows', 'receipts', reached);
            yield* parts.vault.records(collection);
          },
        };
        await expect(StoreConsistency.check({ ...parts, vault })).resolves.toBeDefined();
      });
    });
  });

  describe('whose MASTER_KEY is changed', () => {
    const changed = (dataDir: string) => ({
      ...configOf(dataDir, otherKey),
      otherMasterKeys: [Buffer.from(key, 'hex')],
    });
    const never = new AbortController().signal;
    const namesIn = async ({ events, vault, masterKeys }: Awaited<ReturnType<typeof open>>) => {
      const codec = new PersonalDataCodec({ definitions, vault, masterKeys, newId });
      const all = await codec.decode(await events.readAll({ after: -1, limit: 1_000 }));
      return all.map(({ data }) => (data as { name: string | null }).name);
    };

    it('[SEC-17] reads what the previous key wrapped, and does not start without it while anything still is', async () => {
      const folder = copyOf(sound);
      await start(changed(folder), async (parts) => {
        await parts.register(newId());
        expect(await namesIn(parts)).toEqual(['Bo Buyer', 'Bo Buyer']);
      });
      await expect(start(configOf(folder, otherKey))).rejects.toThrow('Part of the vault is wrapped with another');
      await expect(start(configOf(folder))).rejects.toThrow('Part of the vault is wrapped with another');
      await expect(start(changed(folder))).resolves.toBeUndefined();
    });

    it('[SEC-17] is rotated while accounts are opened and forgotten, even with an interruption, and no longer needs the old key', async () => {
      const folder = copyOf(sound);
      const accounts = Array.from({ length: 20 }, newId);
      await start(configOf(folder), async ({ register }) => {
        for (const account of accounts) await register(account);
      });
      await start(changed(folder), async (parts) => {
        const { vault, masterKeys } = parts;
        const codec = new PersonalDataCodec({ definitions, vault, masterKeys, newId });
        const stopping = new AbortController();
        const stopAfter = 5;
        let updates = 0;
        const stopped: EnumerableVault = {
          ...bound(vault),
          update: async (collection, id, change) => {
            if ((updates += 1) > stopAfter) stopping.abort();
            return vault.update(collection, id, change);
          },
        };
        await expect(rewrapKeys({ vault: stopped, masterKeys, signal: stopping.signal })).rejects.toThrow();
        const [count] = await Promise.all([
          rewrapKeys({ vault, masterKeys, signal: never }),
          codec.forget(accounts[19]!),
          parts.register(newId()),
        ]);
        // At most 6 of 21 accounts were processed before it was stopped, and one may have been forgotten first.
        expect(count).toBeGreaterThanOrEqual(14);
        expect(count).toBeLessThan(20);
        expect(await rewrapKeys({ vault, masterKeys, signal: never })).toBe(0);
      });
      await start(configOf(folder, otherKey), async (parts) => {
        const names = await namesIn(parts);
        expect(names.filter((name) => name === 'Bo Buyer')).toHaveLength(21);
        expect(names.filter((name) => name === null)).toHaveLength(1);
      });
      await expect(start(configOf(folder))).rejects.toThrow('MASTER_KEY is not the one');
    });

    it('[SEC-17] is not rotated before the product was started with the new key', async () => {
      const { masterKey, otherMasterKeys } = changed(copyOf(sound));
      const vault = await openVault(configOf(copyOf(sound)));
      const masterKeys = new MasterKeys(masterKey, otherMasterKeys);
      await expect(rewrapKeys({ vault, masterKeys, signal: never })).rejects.toThrow('has not been started with this');
      await vault.close();
    });
  });

  it('[SEC-10] without the MASTER_KEY that was generated for a vault generates no other', async () => {
    const folder = copyOf(sound);
    expect(() => readConfig({ DATA_DIR: folder })).toThrow('MASTER_KEY is invalid or missing');
  });

  it.each<[string, RegExp, (folder: string) => Promise<Config>]>([
    ['another MASTER_KEY', /MASTER_KEY is not the one/, async (folder) => configOf(folder, otherKey)],
    [
      'another MASTER_KEY, on data from before there were fingerprints',
      /MASTER_KEY is not the one/,
      async (folder) => {
        await start(configOf(folder), ({ vault }) => vault.delete('installation', 'fingerprints'));
        return configOf(folder, otherKey);
      },
    ],
    [
      'no log',
      /log is missing/,
      async (folder) => {
        without(folder, 'events.db');
        return configOf(folder);
      },
    ],
    [
      'no vault',
      /vault is missing/,
      async (folder) => {
        without(folder, 'vault.db');
        return configOf(folder);
      },
    ],
    [
      'neither log nor vault, but views',
      /log and the vault are missing/,
      async (folder) => {
        without(folder, 'events.db');
        without(folder, 'vault.db');
        return configOf(folder);
      },
    ],
    [
      'the log of another shop',
      /two different shops/,
      async (folder) => {
        take('events.db', await newShop(), folder);
        return configOf(folder);
      },
    ],
    [
      'a vault of an earlier time',
      /vault is older than the log/,
      async (folder) => {
        take('events.db', await shopGrown(folder), folder);
        return configOf(folder);
      },
    ],
    [
      'a log of an earlier time',
      /log is older than the vault/,
      async (folder) => {
        take('vault.db', await shopGrown(folder), folder);
        return configOf(folder);
      },
    ],
    [
      'views of a later time',
      /views are newer than the log/,
      async (folder) => {
        take('views.db', await shopGrown(folder), folder);
        return configOf(folder);
      },
    ],
  ])('[SEC-10] with %s says so in one line and stops; nothing is written', async (_what, saying, spoil) => {
    const config = await spoil(copyOf(sound));
    const before = contents(config.dataDir);
    const refused = await start(config).catch((error: unknown) => error as Error);
    expect(refused).toBeInstanceOf(StoreMismatch);
    expect(refused!.message).toMatch(saying);
    expect(refused!.message).not.toContain('\n');
    expect(contents(config.dataDir)).toEqual(before);
  });
});
