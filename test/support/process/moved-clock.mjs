// Preloaded into a product's process and its threads: sets their clocks ahead by CLOCK_MOVED_MS.
const movedMs = Number(process.env.CLOCK_MOVED_MS ?? 0);
const SystemDate = Date;
const now = () => SystemDate.now() + movedMs;

globalThis.Date = new Proxy(SystemDate, {
  apply: () => new SystemDate(now()).toString(),
  construct: (_target, given, newTarget) =>
    Reflect.construct(SystemDate, given.length === 0 ? [now()] : given, newTarget),
  get: (target, property) => (property === 'now' ? now : Reflect.get(target, property)),
});
