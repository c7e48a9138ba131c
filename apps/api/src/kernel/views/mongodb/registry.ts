import type { AnyView } from '@tessera/domain/kernel/view';
import { ObjectId, type Collection, type Db } from 'mongodb';
import type { PositionKind } from '../../log/port.ts';
import { isDuplicate, majorityRead } from '../../mongodb.ts';
import { isSameLog, type LogIdentity } from '../port.ts';
import { shapeOf } from '../shape.ts';
import { indexesOf } from './indexes.ts';

/** How long a retired generation is kept for readers that don't know the new one yet. */
export const retiredKeptMs = 60_000;
/** How long generations of another shape, which another release uses, are kept after the last sign of its processes. */
const otherShapeKeptMs = 7 * 24 * 3_600_000;

interface Part {
  /** The end of its collection's name. */
  readonly id: string;
  readonly checkpoint: number;
}

interface NextPart extends Part {
  /** What it was started for; absent if nobody may resume it. */
  readonly task?: string;
}

/** All generations of one shape of a view in one document, so that each step is a single atomic write. */
export interface Entry {
  readonly _id: string;
  readonly view: string;
  /** Absent in entries from before this field existed. */
  readonly counts?: PositionKind;
  readonly fence: number;
  readonly live: Part;
  readonly next: NextPart | null;
  readonly retired: readonly { readonly id: string; readonly at: Date }[];
  readonly usedAt: Date;
  /** The log that it was registered for; absent if that was not known yet. */
  readonly log?: string;
}

interface Origin {
  readonly _id: 'origin';
  /** The id of the log's first event. */
  readonly log: string;
  /** Absent if it was stored before histories existed. */
  readonly history?: string;
}

export const collectionOf = (view: string, generation: string) => `view_${view}_${generation}`;

const newId = () => new ObjectId().toHexString();

/** Keeps track of which generations exist, which is live, and who may write. */
export class Registry {
  readonly #database: Db;
  readonly #entries: Collection<Entry>;
  readonly #origin: Collection<Origin>;
  /** The identity of the current log, as a single string. */
  #log: string | undefined;

  constructor(database: Db) {
    this.#database = database;
    this.#entries = database.collection<Entry>('generations', majorityRead);
    this.#origin = database.collection('origin', majorityRead);
  }

  async log(): Promise<LogIdentity | null> {
    const origin = await this.#origin.findOne({ _id: 'origin' });
    return origin && { first: origin.log, history: origin.history ?? null };
  }

  async keepLog(log: LogIdentity) {
    const before = await this.log();
    this.#log = `${log.first} ${log.history}`;
    // Keeps entries that another process has registered meanwhile after finding the same.
    if (before && !isSameLog(before, log)) await this.#entries.deleteMany({ log: { $ne: this.#log } });
    const origin = { log: log.first, ...(log.history !== null && { history: log.history }) };
    await this.#origin.updateOne({ _id: 'origin' }, { $set: origin }, { upsert: true });
  }

  async tryWrite() {
    const trials = this.#database.collection<{ readonly _id: 'trial'; readonly at: Date }>('trials');
    await trials.updateOne({ _id: 'trial' }, { $set: { at: new Date() } }, { upsert: true });
  }

  async furthest(counts: PositionKind): Promise<number> {
    const entries = await this.#entries.find({ counts }).toArray();
    return Math.max(-1, ...entries.map(({ live }) => live.checkpoint));
  }

  /** The entry of a view in its current shape, created with an empty live generation if there is none. */
  async register(view: AnyView, counts: PositionKind): Promise<Entry> {
    const _id = `${view.name}:${shapeOf(view, counts, indexesOf(view))}`;
    const usedAt = new Date();
    const live = { id: newId(), checkpoint: -1 };
    const { matchedCount } = await this.#entries.updateOne({ _id }, { $set: { usedAt, counts } });
    try {
      if (matchedCount === 0) {
        await this.#entries.insertOne({
          _id,
          view: view.name,
          counts,
          fence: 0,
          live,
          next: null,
          retired: [],
          usedAt,
          ...(this.#log !== undefined && { log: this.#log }),
        });
      }
    } catch (error) {
      // Another process created it just now.
      if (!isDuplicate(error)) throw error;
    }
    return this.read(_id);
  }

  async read(id: string): Promise<Entry> {
    const [entry] = await this.readAll([id]);
    if (!entry) throw new Error(`The read store no longer has an entry for ${id}: restart, which registers it again`);
    return entry;
  }

  readAll(ids: readonly string[]): Promise<readonly Entry[]> {
    return this.#entries.find({ _id: { $in: [...ids] } }).toArray();
  }

  /** Returns the entry. If its fence is higher than the token, the token was refused. */
  async fence(id: string, token: number): Promise<Entry> {
    await this.#entries.updateOne({ _id: id }, { $max: { fence: token } });
    return this.read(id);
  }

  /**
   * Moves checkpoints forward to a position. Skips entries with a higher fence, another generation, or a checkpoint at or
   * beyond it; false if it skipped any.
   */
  async advance(moves: readonly { readonly entry: Entry; readonly fence: number }[], position: number) {
    const usedAt = new Date();
    const operations = moves.map(({ entry: { _id, live }, fence }) => ({
      updateOne: {
        filter: { _id, fence: { $lte: fence }, 'live.id': live.id, 'live.checkpoint': { $lt: position } },
        update: { $set: { 'live.checkpoint': position, usedAt } },
      },
    }));
    const { matchedCount } = await this.#entries.bulkWrite(operations, { ordered: false });
    return matchedCount === moves.length;
  }

  /**
   * Announces the next generation: the existing one if it has the same task, otherwise an empty one, which replaces any
   * other. Null if the fence is higher.
   */
  async begin(id: string, fence: number, task?: string): Promise<Part | null> {
    const { next: before } = await this.read(id);
    const next = task !== undefined && before?.task === task ? before : { id: newId(), checkpoint: -1, task };
    const { matchedCount } = await this.#entries.updateOne({ _id: id, fence: { $lte: fence } }, { $set: { next } });
    return matchedCount === 1 ? next : null;
  }

  /** False if the generation is no longer the next one, or the fence is higher. */
  async advanceNext(id: string, generation: string, fence: number, checkpoint: number) {
    const { matchedCount } = await this.#entries.updateOne(
      { _id: id, fence: { $lte: fence }, 'next.id': generation },
      { $max: { 'next.checkpoint': checkpoint } },
    );
    return matchedCount === 1;
  }

  /** Makes the next generation the live one; null if it is no longer the next one, or the fence is higher. */
  async promote(id: string, generation: string, fence: number): Promise<Entry | null> {
    const { live, next } = await this.read(id);
    if (next?.id !== generation) return null;
    const retired = { id: live.id, at: new Date() };
    const { matchedCount } = await this.#entries.updateOne(
      { _id: id, fence: { $lte: fence }, 'next.id': generation, 'live.id': live.id },
      {
        $set: { live: { id: next.id, checkpoint: next.checkpoint }, next: null, usedAt: new Date() },
        $push: { retired },
      },
    );
    return matchedCount === 1 ? this.read(id) : null;
  }

  async abandon(id: string, generation: string) {
    await this.#entries.updateOne({ _id: id, 'next.id': generation }, { $set: { next: null } });
  }

  /** Drops what nobody reads anymore: retired generations, leftovers of a crash, and shapes of releases long gone. */
  async sweep(view: string, ownId: string) {
    // Collections are listed before the entries are read. A generation is announced in its entry before its collection
    // exists, so one that another process starts meanwhile can't be mistaken for a leftover.
    const listed = await this.#database.listCollections({}, { nameOnly: true }).toArray();
    const now = Date.now();
    const entries = await this.#entries.find({ view }).toArray();
    const kept = new Set<string>();
    for (const { _id, live, next, retired, usedAt } of entries) {
      const isOld = _id !== ownId && now - usedAt.getTime() > otherShapeKeptMs;
      // Unless a process of that release has registered it just now.
      if (isOld && (await this.#entries.deleteOne({ _id, usedAt })).deletedCount === 1) continue;
      const readable = retired.filter(({ at }) => now - at.getTime() < retiredKeptMs);
      for (const { id } of [live, ...(next ? [next] : []), ...readable]) kept.add(collectionOf(view, id));
      if (readable.length < retired.length) {
        await this.#entries.updateOne({ _id, 'live.id': live.id }, { $set: { retired: readable } });
      }
    }
    const ofView = new RegExp(`^${collectionOf(view, '[0-9a-f]{24}')}$`);
    for (const { name } of listed) {
      if (ofView.test(name) && !kept.has(name)) await this.#database.dropCollection(name);
    }
  }
}
