import fc from 'fast-check';
import { emptyRegister, applyVisit } from './register-record.ts';
import type { RegisterRecord, Visit } from './register-record.ts';

const names = ['folding', 'sending', 'sweeping'];
const owners = ['a', 'b', 'c'];

const visitOf = (process: string, visit: Partial<Visit> = {}): Visit => ({
  process,
  wanted: [],
  held: new Map(),
  works: [],
  silent: new Map(),
  nowMs: 1_000,
  ...visit,
});

interface Step {
  readonly process: string;
  readonly wanted: readonly string[];
  readonly over: readonly string[];
  readonly ended: readonly string[];
  readonly silent: readonly string[];
  readonly nowMs: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  process: fc.constantFrom(...owners),
  wanted: fc.subarray(names),
  over: fc.subarray(names),
  ended: fc.subarray(names),
  silent: fc.subarray(owners),
  nowMs: fc.integer({ min: 0, max: 50 }),
});

/** The leases that each process believes it has, tracked from its visits as a register does. */
class Believed {
  readonly held = new Map(owners.map((owner) => [owner, new Map<string, { token: number; isOver: boolean }>()]));

  visit(record: RegisterRecord, { process, wanted, over, ended, silent, nowMs }: Step) {
    const held = this.held.get(process)!;
    for (const name of ended) held.delete(name);
    for (const name of over) if (held.has(name)) held.set(name, { ...held.get(name)!, isOver: true });
    const outcome = applyVisit(record, {
      process,
      wanted: wanted.filter((name) => !held.has(name)),
      held,
      works: [],
      silent: new Map(
        silent.filter((other) => other !== process).map((other) => [other, record.processes[other]?.beat ?? 0]),
      ),
      nowMs,
    });
    for (const [name, { token }] of outcome.granted) held.set(name, { token, isOver: false });
    return outcome;
  }
}

it('[PROD-12] in any order of visits, nobody gets a lease that a live process has, and tokens only grow', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const believed = new Believed();
      let record = emptyRegister;
      for (const each of steps) {
        const before = record;
        const outcome = believed.visit(before, each);
        record = outcome.record;
        for (const [name, { token, isTakeover }] of outcome.granted) {
          const lease = before.leases[name];
          expect(token).toBeGreaterThan(lease?.token ?? 0);
          const { owner = null } = lease ?? {};
          if (owner !== null && owner !== each.process) {
            expect(each.silent).toContain(owner);
            expect(isTakeover).toBe(true);
          }
        }
        const holding = new Set(Object.values(record.leases).flatMap(({ owner }) => (owner === null ? [] : [owner])));
        // Every listed process has shown that it is alive, or has leases to be taken over.
        for (const owner of holding) expect(Object.keys(record.processes)).toContain(owner);
        expect(holding.has(each.process)).toBe(Object.keys(record.processes).includes(each.process));
      }
    }),
  );
});

it('a visit with nothing to do leaves the register as it is', () => {
  const { record } = applyVisit(emptyRegister, visitOf('a', { wanted: ['folding'] }));
  expect(applyVisit(record, visitOf('b', { wanted: ['folding'] })).record).toBe(record);
  expect(applyVisit(emptyRegister, visitOf('b')).record).toBe(emptyRegister);
});

it('getting a lease that was given up with work in flight is a takeover; getting one that was given back is not', () => {
  const { record, granted } = applyVisit(emptyRegister, visitOf('a', { wanted: ['folding', 'sending'] }));
  const { token } = granted.get('folding')!;
  const left = applyVisit(record, visitOf('a', { held: new Map([['folding', { token, isOver: true }]]) })).record;
  const next = applyVisit(left, visitOf('b', { wanted: ['folding', 'sending'] })).granted;
  expect(next.get('folding')).toEqual({ token: token + 1, isTakeover: true });
  expect(next.get('sending')).toEqual({ token: token + 1, isTakeover: false });
});

it('a process that shares a work is listed while it beats, and removed once it is silent and holds nothing', () => {
  const { record } = applyVisit(emptyRegister, visitOf('a', { works: ['sending'] }));
  expect(record.processes).toEqual({ a: { beat: 1, works: ['sending'] } });
  const both = applyVisit(record, visitOf('b', { works: ['sending'] })).record;
  expect(Object.keys(both.processes)).toEqual(['a', 'b']);
  const silent = new Map([['a', 1]]);
  expect(Object.keys(applyVisit(both, visitOf('b', { works: ['sending'], silent })).record.processes)).toEqual(['b']);
  const beaten = applyVisit(both, visitOf('a', { works: ['sending'] })).record;
  expect(Object.keys(applyVisit(beaten, visitOf('b', { works: ['sending'], silent })).record.processes)).toHaveLength(
    2,
  );
});
