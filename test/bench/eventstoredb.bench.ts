// `npm run bench -- eventstoredb`: what an event costs this process between the product and an EventStoreDB, next to
// the official client in the same run.
import { eventStoreDbCosts, type Spent } from './eventstoredb-costs.ts';

const given = process.env['EVENTSTOREDB_TEST_URL'];
const costs = await eventStoreDbCosts({ callers: 64, appends: 5_000, followed: 20_000 }, given);
console.log(given ? 'On the server of EVENTSTOREDB_TEST_URL' : 'On the protocol double, in a process of its own');
for (const [work, { engine, client, ratio }, aim] of [
  ['an append, 64 callers', costs.append, 1],
  ['a followed event', costs.followed, 0.4],
] as const) {
  const told = ({ cpuMicroseconds, perSecond }: Spent) =>
    `${cpuMicroseconds.toFixed(1)} µs (${Math.round(perSecond).toLocaleString('en-US')}/s)`;
  console.log(
    `${work.padEnd(24)} ${told(engine).padStart(22)}   official client ${told(client).padStart(22)}   ` +
      `${ratio.toFixed(2)}×   aim: ≤ ${aim}×`,
  );
}
