import { setTimeout as delay } from 'node:timers/promises';
import { give } from '../fixtures/media/hostile-market.ts';
import { photo } from '../fixtures/media/pictures.ts';
import { signUpCreator } from '../support/client.ts';
import { watchMemory } from '../support/process-memory.ts';
import { startProduct } from '../support/product.ts';

const restMs = 60_000;
const pictures = 50;

/** Of the service in MB: idle, a minute after 50 pictures were prepared, and the most with the process that decodes. */
export const memoryOfPictures = async () => {
  const product = await startProduct({ env: { PICTURES_AT_ONCE: '1' } });
  const memory = watchMemory(product.pid);
  try {
    await delay(restMs);
    const idle = memory.serviceNow();
    const { token } = await signUpCreator(product.url);
    const bytes = await photo(2_400, 1_600);
    const file = { what: 'a photo', filename: 'a.jpg', filetype: 'image/jpeg', expected: 'image' } as const;
    for (let number = 0; number < pictures; number += 1) {
      const { status } = await give(product.url, token, { ...file, make: () => bytes });
      if (status !== 200) throw new Error(`A photo was answered with ${status}`);
    }
    await delay(restMs);
    return { idle, after: memory.serviceNow(), peak: memory.peak() };
  } finally {
    memory.end();
    await product.stop();
    product.forget();
  }
};
