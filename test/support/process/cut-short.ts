import { readFileSync } from 'node:fs';
import type { Product } from './product-process.ts';

const words = 'stopped before all work was done';

// Otherwise no product would ever be found to say them.
if (!readFileSync(new URL('../../../apps/api/src/main.ts', import.meta.url), 'utf8').includes(words))
  throw new Error(`The product no longer says: ${words}`);

/** Whether a product ended itself 9 s after it was asked to stop, in the middle of its work. */
export const wasCutShort = ({ output }: Pick<Product, 'output'>): boolean => output().includes(words);
