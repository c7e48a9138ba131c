// Creates the bucket named by MEDIA_STORE_URL, once; a new media store starts without any.
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { readConfig } from '../apps/api/dist/config.js';

const { mediaStore } = readConfig(process.env);
if (mediaStore === 'embedded') throw new Error('MEDIA_STORE_URL names no bucket: it takes s3://…');
const { bucket: Bucket, region, endpoint, credentials } = mediaStore;
const client = new S3Client({
  region,
  ...(endpoint && { endpoint, forcePathStyle: true }),
  ...(credentials && { credentials }),
});

const isThere = async () => {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
    return true;
  } catch (error) {
    if (error.$metadata?.httpStatusCode === 404) return false;
    throw error;
  }
};

try {
  const found = await isThere();
  if (!found) await client.send(new CreateBucketCommand({ Bucket }));
  console.log(`The bucket ${Bucket} ${found ? 'is there' : 'was made'}.`);
} catch (error) {
  const status = error.$metadata?.httpStatusCode ?? error.code;
  console.error(
    `The bucket ${Bucket} could not be made (${status}): check the address and the keys in MEDIA_STORE_URL.`,
  );
  process.exitCode = 1;
}
