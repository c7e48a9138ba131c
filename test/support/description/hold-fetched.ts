// For jest: every answer that a test of the service fetches is as the service describes it.
import { holdFetched } from './hold-answers.ts';

holdFetched();
