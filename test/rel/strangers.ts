import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { callOf, nameOf, rules, templateOf, watchRules } from '../support/worlds/access-rules.ts';
import type { Rule } from '../support/worlds/access-rules.ts';
import { people } from '../support/worlds/access-world.ts';
import type { Ids, Person, World } from '../support/worlds/access-world.ts';
import { connect, watch } from '../support/live.ts';
import { faultOf, malformed, oddPart, oddQuery } from '../support/malformed.ts';
import { viewRows } from './settled.ts';
import { crowd, evenly } from './siege.ts';
import type { Siege } from './siege.ts';

const seed = 86;
const refusals = [401, 403, 404, 429];

/** Requests, changes and deletes everything that belongs to someone, as everyone it doesn't belong to. */
export const askForOthers = async (world: World, siege: Siege, most: number) => {
  const foreign = rules.flatMap((rule) => {
    const strangers = people.filter((person) => !rule.may.includes(person));
    // HEAD requests can leak through headers.
    const ways = rule.route.startsWith('GET ') ? ['GET', 'HEAD'] : [null];
    return strangers.flatMap((person) => ways.map((way) => ({ rule, person, way })));
  });
  await crowd(evenly(foreign, most), async ({ rule, person, way }) => {
    const { method, path, body, raw, headers } = await callOf(rule, world);
    const token = world.tokens[person];
    const call = { headers, ...(token && { token }), ...(raw && { body: raw }) };
    const answer = await world.send(way ?? method, path, { ...call, ...(body && { body: JSON.stringify(body) }) });
    const what = `${nameOf(rule)} as ${person}`;
    siege.count('requests for what is another’s');
    siege.heard(what, answer);
    if (answer.status < 500 && ![...refusals, rule.refusedWith].includes(answer.status)) {
      siege.leak(`${what} was answered ${answer.status}`);
    }
    for (const told of world.foreignIn(person, answer)) siege.leak(`${what} tells ${told}`);
  });
};

/** Watches other people's views; returns the sockets, on which nothing may ever arrive. */
export const watchOthers = async (world: World, siege: Siege, count: number): Promise<readonly Socket[]> => {
  const allowed = watchRules(world.ids);
  const views = await viewRows(world.url, world.tokens.admin ?? '');
  const names = [...new Set([...allowed.map(([view]) => view), ...views.map(({ view }) => view)])];
  const { creator, brand, order, license, item, upload } = world.ids;
  const keys = [creator, brand, order, license, item, upload, 'all', 'platform'];
  const isAllowed = (person: Person, name: string, key: string) =>
    allowed.some(([view, room, who]) => view === name && (room ?? key) === key && who.includes(person));
  const foreign = people.flatMap((person) =>
    names.flatMap((name) => keys.flatMap((key) => (isAllowed(person, name, key) ? [] : [{ person, name, key }]))),
  );
  const asked = Map.groupBy(evenly(foreign, count), ({ person }) => person);
  return Promise.all(
    [...asked].map(async ([person, watches]) => {
      const socket = await connect(world.url, world.tokens[person]);
      socket.on('view', () => siege.leak(`${person} was told of what is another’s`));
      for (const { name, key } of watches) {
        const answer = await watch(socket, name, key);
        siege.count('watches of what is another’s');
        if (!('error' in answer)) siege.leak(`${person} may watch ${name} of ${key}`);
      }
      return socket;
    }),
  );
};

const ownReads = rules.filter(({ route }) =>
  /^GET \/api\/(profile|content\/mine|orders\/:id|licenses(\/:id(\/agreement)?)?|referral-codes|referrals|dashboards\/\w+)$/.test(
    route,
  ),
);

/** Everything that people in the world have, as it is shown to them. */
export const possessions = async (world: World): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (const rule of ownReads) {
    for (const person of rule.may) {
      const { path } = await callOf(rule, world);
      const token = world.tokens[person];
      const { text } = await world.send('GET', path, token ? { token } : {});
      // The log grows through other people's actions.
      found.set(`${nameOf(rule)} of ${person}`, text.replaceAll(/"position":\d+/g, ''));
    }
  }
  return found;
};

const ownersOf = (rule: Rule, world: World) => world.tokens[rule.may[0] ?? 'visitor'];

/** Sends malformed bodies to all routes that take one, and odd URLs to all that are read. */
export const sendHostile = async (world: World, siege: Siege, count: number, dataDir: string) => {
  const withBody = rules.filter(({ body, may }) => body && may.length > 0);
  const read = rules.filter(({ route }) => route.startsWith('GET '));
  const each = Math.ceil(count / (withBody.length + read.length));
  const bodies = await Promise.all(
    withBody.map(async (rule) => {
      const { method, path, body, headers } = await templateOf(rule, world);
      return fc.sample(malformed(body), { numRuns: each, seed }).map((sent) => {
        const call = { headers: { ...headers, 'content-type': 'application/json', ...sent.headers }, body: sent.body };
        return { rule, method, path, call };
      });
    }),
  );
  const addresses = await Promise.all(
    read.flatMap((rule) =>
      fc.sample(fc.tuple(oddPart, oddQuery), { numRuns: each, seed }).map(async ([part, query]) => {
        const ids = Object.fromEntries(Object.keys(world.ids).map((name) => [name, part])) as unknown as Ids;
        const { path } = await callOf(rule, world, ids);
        return { rule, method: 'GET', path: `${path}${path.includes('?') ? '&' : '?'}${query}`, call: {} };
      }),
    ),
  );
  await crowd(evenly([...bodies.flat(), ...addresses], count), async ({ rule, method, path, call }) => {
    const token = ownersOf(rule, world);
    const answer = await world.send(method, path, { ...(token && { token }), ...call });
    siege.count('malformed bodies and odd addresses');
    siege.heard(nameOf(rule), answer);
    const fault = answer.status >= 500 ? null : faultOf(answer, dataDir);
    if (fault) siege.problems.push(`${nameOf(rule)} ${fault}`);
  });
};
