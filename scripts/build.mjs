// Builds what is stale, as `npm start` does: a step of `npm test` that others can run beside.
import { build } from './workspace.mjs';

build();
