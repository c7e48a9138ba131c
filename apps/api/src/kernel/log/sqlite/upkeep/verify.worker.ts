import { parentPort, workerData } from 'node:worker_threads';
import { LogDamaged } from '../damaged.ts';
import { openForVerifying } from '../schema.ts';
import { verifyStructure } from './verify.ts';

/** Returns what is damaged, or null. */
const findDamage = (): string | null => {
  const database = openForVerifying((workerData as { file: string }).file);
  try {
    verifyStructure(database);
    return null;
  } catch (error) {
    if (error instanceof LogDamaged) return error.message;
    throw error;
  } finally {
    database.close();
  }
};

parentPort?.postMessage(findDamage());
