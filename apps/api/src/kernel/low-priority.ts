import { constants, setPriority } from 'node:os';

/** For `os.setPriority`: work that nobody is waiting for on a screen lets sales have the processors first. */
export const lowPriority = constants.priority.PRIORITY_BELOW_NORMAL;

/** Lowers the calling thread's priority below all others. */
export const lowerThreadPriority = () => {
  // On Linux this affects only the thread; on other systems, the whole process.
  if (process.platform === 'linux') setPriority(lowPriority);
};
