import { readFileSync } from 'node:fs';

export interface MemoryWatch {
  /** Of the service alone, in MB, now. */
  serviceNow(): number;
  /** Of the service alone, in MB. */
  servicePeak(): number;
  /** Of that, what is its own, and no page of a file that the system reads again where it is missing: as often as looked at. */
  ownPeak(): number;
  /** Of the service and the processes it started, together, in MB; as often as it was looked at. */
  peak(): number;
  end(): void;
}

const lookEveryMs = 20;
const kilobytesPerMegabyte = 1_024;

/** In MB; 0 where the process has ended. */
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

/** Looks at a process of Linux and at its children until told to end. */
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
