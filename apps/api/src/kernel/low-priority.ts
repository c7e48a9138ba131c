import { constants, setPriority } from 'node:os';

/** Of what nobody waits for at a screen: sales have the processors first. As of `os.setPriority`. */
export const lowPriority = constants.priority.PRIORITY_BELOW_NORMAL;

/** The calling thread stands back behind all others. */
export const lowerThreadPriority = () => {
  // Linux takes this for the thread alone, other systems for the whole process.
  if (process.platform === 'linux') setPriority(lowPriority);
};
