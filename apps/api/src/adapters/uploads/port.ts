import type { DataStore, Locker } from '@tus/server';

/** Where the bytes of uploads lie while under way: in a folder of this node, or in a bucket that several share. */
export interface UploadStore {
  /** For the tus protocol. */
  readonly datastore: DataStore;
  /** One request at a time for each upload, on all nodes. */
  readonly locker: Locker;
  /** Whether other nodes work on the same uploads. */
  readonly shared: boolean;
  /** Of everything that lies there. */
  ids(): Promise<readonly string[]>;
  /** How much has arrived without a gap, in bytes. */
  receivedBytes(id: string): Promise<number>;
  /** Lends the upload as a file of this machine while `use` runs. */
  withFile<Result>(id: string, use: (file: string) => Promise<Result>): Promise<Result>;
  /** Removes what there is; nothing may be there. */
  discard(id: string): Promise<void>;
}
