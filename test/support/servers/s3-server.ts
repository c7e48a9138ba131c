import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { readConfig } from '../../../apps/api/src/config.ts';
import type { S3Bucket } from '../../../apps/api/src/config.ts';
import { accepts } from './accepts.ts';
import { freePort } from './free-port.ts';
import { until } from '../until.ts';

const readyServer = process.env['S3_TEST_URL'];
const program = process.env['VERSITYGW'];

/** Why an S3 server is missing here; null if it isn't. */
export const s3Missing =
  readyServer || (program && existsSync(program)) ? null : 'neither S3_TEST_URL names a server nor VERSITYGW a program';

const keys = { accessKeyId: 'tessera-tests', secretAccessKey: 'a secret of the tests' };

const bucketOf = (url: string): S3Bucket => {
  const secret = '0'.repeat(64);
  const settings = { JWT_SECRET: secret, MASTER_KEY: secret, ADMIN_PASSWORD: secret, MEDIA_STORE_URL: url };
  const { mediaStore } = readConfig(settings);
  if (mediaStore === 'embedded') throw new Error('S3_TEST_URL takes an address such as s3://KEY:SECRET@bucket');
  return mediaStore;
};

const urlOf = ({ bucket, region, endpoint, credentials }: S3Bucket) => {
  const user = credentials
    ? `${encodeURIComponent(credentials.accessKeyId)}:${encodeURIComponent(credentials.secretAccessKey)}@`
    : '';
  const place = endpoint ? `endpoint=${encodeURIComponent(endpoint)}&` : '';
  return `s3://${user}${bucket}?${place}region=${region}`;
};

/** versitygw on a temporary folder. */
const startGateway = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-s3-'));
  await mkdir(join(folder, 'root'));
  const port = await freePort();
  let server: ChildProcess | null = null;
  const start = async () => {
    const { accessKeyId, secretAccessKey } = keys;
    const args = ['--port', `127.0.0.1:${port}`, '--keep-alive', '--quiet'];
    const env = { ...process.env, ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey };
    server = spawn(program ?? '', [...args, 'posix', join(folder, 'root')], { stdio: 'ignore', env });
    await until('the S3 server listens', () => accepts(port));
  };
  const stop = async () => {
    if (!server) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    server = null;
    await ended;
  };
  await start();
  const place: S3Bucket = {
    engine: 's3',
    bucket: 'tessera',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: keys,
    presignsOriginals: false,
  };
  return { place, start, stop, remove: () => rm(folder, { recursive: true, force: true }) };
};

const emptied = async (client: S3Client, bucket: string) => {
  for (;;) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    if (Contents.length === 0) return;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }));
  }
};

/** A new bucket, on a server just for the test or on the one that S3_TEST_URL names. */
export const startS3 = async () => {
  const gateway = readyServer ? null : await startGateway();
  const place = gateway ? gateway.place : bucketOf(readyServer ?? '');
  const bucket: S3Bucket = { ...place, bucket: `${place.bucket}-${randomBytes(4).toString('hex')}` };
  const { region, endpoint, credentials } = bucket;
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket.bucket }));

  return {
    bucket,
    /** In the format of MEDIA_STORE_URL. */
    url: urlOf(bucket),
    client,
    /** Kills the server, and starts it again on the same port and files; null if the server isn't the test's own. */
    own: gateway && { stop: gateway.stop, start: gateway.start },
    remove: async () => {
      if (gateway) await gateway.stop();
      else {
        await emptied(client, bucket.bucket);
        await client.send(new DeleteBucketCommand({ Bucket: bucket.bucket }));
      }
      client.destroy();
      await gateway?.remove();
    },
  };
};

export type TestS3 = Awaited<ReturnType<typeof startS3>>;
