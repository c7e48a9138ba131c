import type { Manifest } from '../kernel/manifest.ts';
import { moneyDays } from './money-days.view.ts';
import { processorFee } from './processor-fee.ts';

export const booksManifest: Manifest = { deciders: [processorFee], views: [moneyDays] };
