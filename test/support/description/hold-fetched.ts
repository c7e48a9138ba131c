// Loaded by jest: checks every answer that an API test fetches against the service's description.
import { holdFetched } from './hold-answers.ts';

holdFetched();
