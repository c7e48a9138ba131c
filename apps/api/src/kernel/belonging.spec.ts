import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definitions } from '@tessera/domain/catalogue';
import { systemClock } from '../adapters/clock.ts';
import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { Belonging, DataDoNotFit, refuseMissingFile } from './belonging.ts';
import { openEventStore, openReadStore, openVault } from './engines.ts';
import { noStream } from './event-store/port.ts';
import { MasterKeys } from './keys/master-keys.ts';
import { PersonalDataCodec } from './personal-data.ts';

const key = 'a1'.repeat(32);
const otherKey = 'b2'.repeat(32);
const newId = () => systemClock.newId();

const open = async (config: Config) => {
  const [events, views, vault] = [await openEventStore(config), await openReadStore(config), await openVault(config)];
  const masterKeys = MasterKeys.of(config);
  const codec = new PersonalDataCodec({ definitions, vault, masterKeys, newId });
  const register = async (accountId: string) => {
    const metadata = { actor: accountId, correlation: newId(), causation: null };
    const data = { account_id: accountId, name: 'Bo Buyer', email: 'bo@example.com', phone: null };
    const registered = [{ type: 'BrandRegistered', data: { ...data, brand_name: 'Acme', brand_url: null } }];
    await events.append(`account-${accountId}`, noStream, await codec.encode(registered, metadata));
  };
  const close = () => Promise.all([events.close(), views.close(), vault.close()]);
  return { events, views, vault, masterKeys, register, close };
};

/** What a start does to the data before it serves anybody. */
const start = async (
  config: Config,
  use: (parts: Awaited<ReturnType<typeof open>>) => Promise<void> = async () => {},
) => {
  await refuseMissingFile(config);
  const parts = await open(config);
  try {
    const belonging = await Belonging.of(parts);
    await use(parts);
    await belonging.onApplicationShutdown();
  } finally {
    await parts.close();
  }
};

describe('a start on data', () => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-belonging-'));
    folders.push(folder);
    return folder;
  };
  const configOf = (dataDir: string, masterKey = key) =>
    readConfig({ DATA_DIR: dataDir, MASTER_KEY: masterKey, JWT_SECRET: key, ADMIN_PASSWORD: 'correct horse battery' });
  const newShop = async () => {
    const folder = newFolder();
    await start(configOf(folder), ({ register }) => register(newId()));
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
      const { views: all } = await import('@tessera/domain/catalogue');
      const [view] = all;
      await views.register(view!, events.counts);
      await views.commit(reached.position, [{ view: view!.name, changes: [] }]);
    });
    return grown;
  };

  it('[SEC-10] whose parts belong together goes ahead: an empty folder, and the shop it became', async () => {
    const folder = copyOf(sound);
    await expect(start(configOf(folder))).resolves.toBeUndefined();
    await expect(start(configOf(newFolder()))).resolves.toBeUndefined();
  });

  it('[SEC-10] adopts a shop from before there were fingerprints, and then knows it', async () => {
    const folder = copyOf(sound);
    await start(configOf(folder), ({ vault }) => vault.delete('installation', 'fingerprints'));
    without(folder, 'views.db');
    await start(configOf(folder), async ({ vault, views, events }) => {
      const [first] = await events.readAll({ after: -1, limit: 1 });
      expect(await vault.get('installation', 'fingerprints')).toMatchObject({ log: first!.id });
      expect(await views.log()).toBe(first!.id);
    });
  });

  it('[SEC-10] whose views were deleted goes ahead: they are folded again', async () => {
    const folder = copyOf(sound);
    without(folder, 'views.db');
    await expect(start(configOf(folder))).resolves.toBeUndefined();
  });

  it('[SEC-10] notes of which log the vault is as soon as there is a first event, not at the next start', async () => {
    const folder = copyOf(sound);
    without(folder, 'events.db');
    await expect(start(configOf(folder))).rejects.toThrow('The log is missing');
  });

  it('[SEC-10] without the MASTER_KEY that was made for a vault makes no other one', async () => {
    const folder = copyOf(sound);
    expect(() => readConfig({ DATA_DIR: folder })).toThrow('MASTER_KEY is wrong or missing');
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
      'the views of another shop',
      /views are of another log/,
      async (folder) => {
        take('views.db', await newShop(), folder);
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
    expect(refused).toBeInstanceOf(DataDoNotFit);
    expect(refused!.message).toMatch(saying);
    expect(refused!.message).not.toContain('\n');
    expect(contents(config.dataDir)).toEqual(before);
  });
});
