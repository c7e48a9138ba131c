// `npm run bench`: what the product does on this machine, each figure next to its limit in the same run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { catchUpReads, durableAppends } from './event-store.bench.ts';
import { bareEcho, bareFold } from './limits.ts';
import { mailsAfterPayments } from './mails.bench.ts';
import { mediaWork } from './media.bench.ts';
import { memoryOfWork } from './memory.bench.ts';
import { moneyAtScale } from './money-at-scale.ts';
import { saleToBrowser } from './sales.bench.ts';
import { marketplaceSearch } from './search.bench.ts';
import { projection, replay } from './views.bench.ts';

const folder = fileURLToPath(new URL('../../test-results/', import.meta.url));
const documents = 50_000;
const projectedEvents = 200_000;
const replayedEvents = 1_000_000;
const searchedItems = 1_000_000;

interface Line {
  readonly work: string;
  readonly reached: string;
  readonly limit: string;
  readonly ratio: string;
  readonly aim: string;
}

const count = (value: number) => Math.round(value).toLocaleString('en-US');
const times = (value: number) => `${value.toFixed(2)}×`;
const rate = (value: number) => `${count(value)}/s`;
const ms = (value: number) => `${value.toFixed(2)} ms`;

const lines: Line[] = [];
const results: Record<string, unknown> = {};
const note = (line: Line) => {
  lines.push(line);
  console.log(
    `${line.work.padEnd(46)} ${line.reached.padStart(14)}   limit ${line.limit.padStart(12)}   ${line.ratio.padStart(7)}   ${line.aim}`,
  );
};

for (const [callers, appends, aim] of [
  [1, 3_000, 'aim: p50 ≤ 1.5× raw'],
  [64, 40_000, 'aim: ≥ 12× raw'],
  [1_024, 60_000, ''],
] as const) {
  const result = await durableAppends(callers, appends);
  results[`durable appends, ${callers} callers`] = result;
  const alone = callers === 1;
  note({
    work: `durable appends, ${callers} ${alone ? 'caller, p50' : 'callers'}`,
    reached: alone ? ms(result.p50Ms) : rate(result.perSecond),
    limit: alone ? ms(result.rawP50Ms) : rate(result.rawPerSecond),
    ratio: times(alone ? result.p50ToRaw : result.rateToRaw),
    aim,
  });
}

const reads = await catchUpReads(300_000);
results['catch-up reads'] = reads;
note({
  work: 'catch-up reads, batches of 1,000',
  reached: rate(reads.followPerSecond),
  limit: rate(reads.barePerSecond),
  ratio: times(reads.followToBare),
  aim: 'aim: ≥ 0.8× bare read and parse',
});

const memory = await memoryOfWork({ pictures: 50, restMs: 60_000, minutesOfSales: 2, log: () => undefined });
results['memory'] = memory;
for (const [work, reached, limit] of [
  ['memory of the idle service', memory.idle, 200],
  ['memory a minute after 50 pictures', memory.afterPictures, 300],
  ['memory at most, at 10 sales/s', memory.most, 400],
  ['memory at most, with the process that decodes', memory.peak, 1_024],
] as const) {
  note({ work, reached: `${reached} MB`, limit: `${limit} MB`, ratio: times(reached / limit), aim: 'aim: below it' });
}

const projected = await projection(projectedEvents, documents);
const projectionLimit = bareFold(projectedEvents, documents, 1_000);
results['projection'] = { ...projected, limit: projectionLimit };
note({
  work: 'projection, from append to committed views',
  reached: rate(projected.foldedPerSecond),
  limit: rate(projectionLimit.perSecond),
  ratio: times(projected.foldedPerSecond / projectionLimit.perSecond),
  aim: '',
});

const replayLimit = bareFold(replayedEvents, documents, replayedEvents);
for (const handled of ['one-in-six', 'all'] as const) {
  const result = await replay(replayedEvents, documents, handled);
  results[`replay, ${handled} handled`] = { ...result, limit: replayLimit };
  note({
    work: `replay of ${count(replayedEvents)} events, ${handled} handled`,
    reached: rate(result.alonePerSecond),
    limit: rate(replayLimit.perSecond),
    ratio: times(result.alonePerSecond / replayLimit.perSecond),
    aim: 'aim: ≥ 200,000/s',
  });
  note({
    work: '  beside live appends',
    reached: rate(result.besidePerSecond),
    limit: rate(result.alonePerSecond),
    ratio: times(result.besidePerSecond / result.alonePerSecond),
    aim: '',
  });
  note({
    work: '  live appends beside it',
    reached: rate(result.appendsBesidePerSecond),
    limit: rate(result.appendsAlonePerSecond),
    ratio: times(result.besideToAlone),
    aim: 'aim: ≥ 0.95× alone',
  });
}

const echo = await bareEcho();
const sales = await saleToBrowser();
results['sale to browser'] = { ...sales, limit: echo };
for (const share of ['p50', 'p99'] as const) {
  const limit = share === 'p50' ? echo.p50Ms : echo.p99Ms;
  note({
    work: `sale → browser at ${Math.round(sales.achieved_per_second)} sales/s, ${share}`,
    reached: ms(sales.sale_to_browser_ms[share]),
    limit: ms(limit),
    ratio: times(sales.sale_to_browser_ms[share] / limit),
    aim: share === 'p99' ? 'aim: < 25 ms' : '',
  });
}

for (const beside of [false, true]) {
  const mails = await mailsAfterPayments({ beside });
  results[`mails after payments${beside ? ', pictures and replays beside' : ''}`] = mails;
  const { sales_per_second, mail_after_payment_ms: mail, checkout_ms, payment_ms, processor_ms_per_sale } = mails;
  note({
    work: `payment → mail at ${Math.round(sales_per_second)} sales/s${beside ? ', others beside' : ''}, p99`,
    reached: ms(mail.p99),
    limit: '100 ms',
    ratio: times(mail.p99 / 100),
    aim: 'limit: what the mail server takes; aim: < 5 s',
  });
  note({
    work: '  checkout and payment meanwhile, p99',
    reached: ms(Math.max(checkout_ms.p99, payment_ms.p99)),
    limit: '',
    ratio: '',
    aim: 'aim: ≤ 100 ms',
  });
  if (beside) continue;
  note({
    work: '  processor of the thread that prints, a sale',
    reached: ms(processor_ms_per_sale.behind),
    limit: '20 ms',
    ratio: times(processor_ms_per_sale.behind / 20),
    aim: 'aim: below it',
  });
}

const media = await mediaWork();
results['media'] = media;
note({
  work: 'previews of 12 MP photos, per core',
  reached: `${media.previews.per_second_and_core.toFixed(2)}/s`,
  limit: `${media.previews.bare_per_second_and_core.toFixed(2)}/s`,
  ratio: times(media.previews.per_second_and_core / media.previews.bare_per_second_and_core),
  aim: 'limit: one WebP instead of four widths in two formats',
});
for (const [rendition, bytes] of Object.entries(media.previews.rendition_bytes))
  note({ work: `  ${rendition}`, reached: `${count(bytes)} B`, limit: '', ratio: '', aim: '' });
note({
  work: 'upload of 100 MB, to disk',
  reached: `${count(media.uploads.megabytes_per_second)} MB/s`,
  limit: `${count(media.uploads.raw_megabytes_per_second)} MB/s`,
  ratio: times(media.uploads.megabytes_per_second / media.uploads.raw_megabytes_per_second),
  aim: 'limit: write and fsync of the same bytes',
});

const search = await marketplaceSearch(searchedItems);
results['marketplace search'] = search;
for (const [kind, { p50, p99 }] of [
  ...Object.entries(search.store_ms.kinds),
  ['all together', search.store_ms.all] as const,
]) {
  note({
    work: `search of ${count(searchedItems)} items: ${kind}`,
    reached: `p99 ${ms(p99)}`,
    limit: '',
    ratio: '',
    aim: `p50 ${ms(p50)}${kind === 'all together' ? `, aim: p99 ≤ 5 ms; ${search.compared} as a plain scan` : ''}`,
  });
}
note({
  work: `24 similar of ${count(searchedItems)} items`,
  reached: `p99 ${ms(search.store_ms.similar.p99)}`,
  limit: '',
  ratio: '',
  aim: `p50 ${ms(search.store_ms.similar.p50)}, aim: p99 ≤ 50 ms`,
});
note({
  work: `suggestions at ${Math.round(search.suggestions_ms.per_second)} requests/s, ${count(search.creators)} creators`,
  reached: `p99 ${ms(search.suggestions_ms.p99)}`,
  limit: '',
  ratio: '',
  aim: `p50 ${ms(search.suggestions_ms.p50)}, aim: p99 ≤ 20 ms`,
});
note({
  work: `search over HTTP at ${Math.round(search.http_ms.per_second)} requests/s`,
  reached: `p95 ${ms(search.http_ms.p95)}`,
  limit: '',
  ratio: '',
  aim: 'aim: p95 < 50 ms',
});

const { due: _due, ...money } = await moneyAtScale({ log: () => undefined });
results['money at scale'] = money;
const { run, board_ms: board, statements } = money;
const slowestFirst = Math.max(...statements.map(({ first_ms }) => first_ms));
const rise = Math.max(
  ...statements.map(({ megabytes_in_first_half: first, megabytes_in_second_half: second }) => second - first),
);
for (const [work, reached, limit, aim] of [
  [`payout run of ${count(run.count)} creators`, `${run.run_seconds.toFixed(1)} s`, '60 s', 'a million postings'],
  [
    '  memory at most',
    `${run.own_megabytes} MB`,
    '512 MB',
    `${run.peak_megabytes} MB with the pages of the views’ file that are mapped`,
  ],
  [
    '  sale → browser beside it, p99',
    ms(run.beside.sale_to_browser_ms.p99),
    '25 ms',
    `${ms(run.alone.sale_to_browser_ms.p99)} alone; answer ${ms(run.beside.answer_ms.p99)}`,
  ],
  ['statement of 100,000 lines, first bytes', ms(slowestFirst), '200 ms', `${statements[0]?.lines} lines`],
  ['  memory, second half over first', `${rise} MB`, '', 'aim: flat'],
  ['money board, p99', ms(board.p99), '50 ms', `p50 ${ms(board.p50)}`],
] as const)
  note({ work, reached, limit, ratio: '', aim });

mkdirSync(folder, { recursive: true });
const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
writeFileSync(
  `${folder}bench.json`,
  JSON.stringify({ machine, at: new Date().toISOString(), lines, results }, null, 2),
);
console.log('\nAlso in test-results/bench.json');
