import { type AnyEventDefinition, type RecordedEvent, upcast } from '@tessera/domain/kernel/event';
import type { AnyView } from '@tessera/domain/kernel/view';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteEventReader } from './event-store/sqlite/reader.ts';
import { openDatabase, SqliteGeneration } from './read-store/sqlite/generations.ts';
import type { ReplayOrder, ReplayReport } from './replay-thread.ts';
import { replayFrom } from './replay.ts';

const pageMaxEvents = 10_000;

interface Catalogue {
  readonly views: readonly AnyView[];
  readonly definitions: ReadonlyMap<string, AnyEventDefinition>;
}

// Live work goes first. Linux takes this for the thread alone, other systems for the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const order = workerData as ReplayOrder;
const report = (message: ReplayReport) => parentPort?.postMessage(message);

const { views, definitions } = (await import(order.catalogueModule)) as Catalogue;
const view = views.find(({ name }) => name === order.view);
if (!view) throw new Error(`${order.catalogueModule} has no view "${order.view}"`);

const current = (event: RecordedEvent): RecordedEvent => {
  const definition = definitions.get(event.type);
  if (!definition || definition.version === event.version) return event;
  return { ...event, data: upcast(definition, event.version, event.data as Record<string, unknown>) };
};

const reader = openSqliteEventReader(order.eventFile);
const database = openDatabase(order.readFile);
const generation = new SqliteGeneration(database, order.generation, view, () => undefined);
const replay = replayFrom(async (options) => reader.readRange(options).map(current), pageMaxEvents);
const { after, through, parked } = order;
const onPosition = (position: number) => report({ position });
// The main thread ends a replay by ending the thread.
const { signal } = new AbortController();
report({ parked: await replay({ view, generation, after, through, parked, onPosition, signal }) });
database.close();
reader.close();
