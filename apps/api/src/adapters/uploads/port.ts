import type { DataStore, Locker } from '@tus/server';

/** Stores unfinished uploads: in a folder of this node, or in a bucket that several nodes share. */
export abstract class UploadStore {
  /** For the tus protocol. */
  abstract readonly datastore: DataStore;
  /** Allows one request at a time for each upload, across all nodes. */
  abstract readonly locker: Locker;
  /** Whether other nodes work on the same uploads. */
  abstract readonly shared: boolean;
  /** Returns the ids of all stored uploads. */
  abstract ids(): Promise<readonly string[]>;
  /** Returns how many bytes have arrived without a gap. */
  abstract receivedBytes(id: string): Promise<number>;
  /** Provides the upload as a local file while `use` runs. */
  abstract withFile<Result>(id: string, use: (file: string) => Promise<Result>): Promise<Result>;
  /** Deletes an upload's files, if there are any. */
  abstract discard(id: string): Promise<void>;
}
