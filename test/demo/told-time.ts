// Preloaded into the demo and its threads: while the demo creates its history, their clocks are behind, as set by
// `tellFrom`.
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const name = 'how far the time that is told lies behind';
if (isMainThread) setEnvironmentData(name, new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
const behindMs = new Float64Array(getEnvironmentData(name) as unknown as SharedArrayBuffer);

const SystemDate = Date;
const now = () => SystemDate.now() - (behindMs[0] ?? 0);

globalThis.Date = new Proxy(SystemDate, {
  apply: () => new SystemDate(now()).toString(),
  construct: (_target, given: unknown[], newTarget) =>
    Reflect.construct(SystemDate, given.length === 0 ? [now()] : given, newTarget) as Date,
  get: (target, property) => (property === 'now' ? now : (Reflect.get(target, property) as unknown)),
});

/** @param ms before now */
export const tellFrom = (ms: number) => {
  behindMs[0] = ms;
};
