// For every test runner: properties draw their cases from the run's seed, so that `SEED=…` repeats them too.
import fc from 'fast-check';
import { seedOf } from './sample.ts';

fc.configureGlobal({ seed: seedOf('properties') | 0 });
