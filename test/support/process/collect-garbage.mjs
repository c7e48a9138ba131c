// Loaded into the product with `node --import`: on SIGUSR2 it collects garbage and prints a line.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

if (isMainThread) {
  process.on('SIGUSR2', () => {
    collect();
    process.stdout.write('The garbage was collected\n');
  });
}
