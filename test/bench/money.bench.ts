// `npm run bench -- money`: a payout run, a long statement and the money board, with a million postings.
import { moneyAtScale } from './money-at-scale.ts';

const { due: _due, ...measured } = await moneyAtScale();
console.log(JSON.stringify(measured, null, 2));
