import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { FerretDb } from './ferretdb.ts';
import { needs } from './needs.ts';

const given = process.env['MONGODB_TEST_URL'];
const program = process.env['FERRETDB'];

/** What the tests of the MongoDB engines run against; null if there is nothing. */
export const mongoServer = given ? 'MongoDB' : program ? 'FerretDB' : null;

const missing = mongoServer ? null : 'neither MONGODB_TEST_URL names a server nor FERRETDB a program';

/** `describe`, or a skipped one if there is no server. */
export const describeMongo = needs('MongoDB server', missing);

interface TestServer {
  /** The connection string of a new, empty database. */
  newDatabase(): string;
  drop(url: string): Promise<void>;
  stop(): Promise<void>;
}

const withDatabase = (address: string, name: string) => {
  const [, hosts, options] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(address) ?? [];
  return `${hosts}/${name}${options ?? ''}`;
};

/** The server at `MONGODB_TEST_URL` if that is set, else a new FerretDB. */
export const startMongo = async (): Promise<TestServer> => {
  const ferretDb = given ? null : await FerretDb.start(program ?? 'ferretdb');
  const address = given ?? ferretDb?.address ?? '';
  return {
    newDatabase: () => withDatabase(address, `tessera_${randomBytes(6).toString('hex')}`),
    drop: async (url) => {
      const client = new MongoClient(url);
      await client.db().dropDatabase();
      await client.close();
    },
    stop: async () => ferretDb?.stop(),
  };
};
