import { readFileSync } from 'node:fs';

export interface MemoryWatch {
  /** Memory of the service alone, in MB, right now. */
  serviceNow(): number;
  /** Peak memory of the service alone, in MB. */
  servicePeak(): number;
  /**
   * The sampled peak of its private memory, in MB, without pages of files, which the system can read again when they
   * are missing.
   */
  ownPeak(): number;
  /** The sampled peak of the service and the processes it started, together, in MB. */
  peak(): number;
  end(): void;
}

const lookEveryMs = 20;
const kilobytesPerMegabyte = 1_024;

/** In MB; 0 if the process has ended. */
const residentMegabytes = (pid: number | string, field: 'VmRSS' | 'VmHWM' | 'RssAnon') => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / kilobytesPerMegabyte;
  } catch {
    return 0;
  }
};

const childrenOf = (pid: number): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  } catch {
    return [];
  }
};

/** Samples a Linux process and its children until told to stop. */
export const watchMemory = (pid: number): MemoryWatch => {
  let most = 0;
  let own = 0;
  const look = () => {
    const all = [pid, ...childrenOf(pid)].map((each) => residentMegabytes(each, 'VmRSS'));
    own = Math.max(own, residentMegabytes(pid, 'RssAnon'));
    most = Math.max(
      most,
      all.reduce((sum, each) => sum + each, 0),
    );
  };
  const timer = setInterval(look, lookEveryMs);
  return {
    serviceNow: () => Math.round(residentMegabytes(pid, 'VmRSS')),
    servicePeak: () => Math.round(residentMegabytes(pid, 'VmHWM')),
    ownPeak: () => Math.round(own),
    peak: () => Math.round(most),
    end: () => clearInterval(timer),
  };
};
