import { parentPort, workerData } from 'node:worker_threads';
import type { EventCodec } from '../log/codec.ts';
import { SqliteEventReader } from '../log/sqlite/reader.ts';
import { MasterKeys } from '../keys/master-keys.ts';
import { PersonalDataCodec } from '../log/personal-data.ts';
import { openDatabase, SqliteGeneration } from '../views/sqlite/generations.ts';
import type { ReplayOrder, ReplayReport } from './replay-thread.ts';
import { lowerThreadPriority } from '../low-priority.ts';
import type { Catalog } from '../projecting/follow.ts';
import { replayFrom } from './replay.ts';
import { openSqliteVault } from '../records/sqlite.ts';

const pageMaxEvents = 10_000;

lowerThreadPriority();

const order = workerData as ReplayOrder;
const report = (message: ReplayReport) => parentPort?.postMessage(message);

const { views, definitions } = (await import(order.catalogModule)) as Pick<Catalog, 'views' | 'definitions'>;
const view = views.find(({ name }) => name === order.view);
if (!view) throw new Error(`${order.catalogModule} has no view "${order.view}"`);

const vault = await openSqliteVault({ file: order.vaultFile });
const [masterKey, ...others] = order.masterKeys.map((key) => Buffer.from(key));
if (!masterKey) throw new Error('A replay needs the master key');
const codec = new PersonalDataCodec({
  definitions,
  vault,
  masterKeys: new MasterKeys(masterKey, others),
  newId: () => {
    throw new Error('A replay records nothing');
  },
});
const decode: EventCodec['decode'] = (events) =>
  view.readsPersonalFields ? codec.decode(events) : codec.decodeWithoutKeys(events);

const reader = new SqliteEventReader(order.eventFile);
const database = openDatabase(order.viewsFile);
const generation = new SqliteGeneration(database, order.generation, view, () => undefined);
const replay = replayFrom(async (options) => decode(reader.readRange(options)), pageMaxEvents);
const { after, through, parked } = order;
const onPosition = (position: number) => report({ position });
// The main thread stops a replay by terminating this thread.
const { signal } = new AbortController();
// A replay of the embedded engines is never resumed, so parked events are reported only at the end.
const keepParked = () => Promise.resolve();
report({ parked: await replay({ view, generation, after, through, parked, onPosition, keepParked, signal }) });
database.close();
reader.close();
await vault.close();
