// Builds what is stale, like `npm start`: a step of `npm test` that other steps can run alongside.
import { build } from './workspace.mjs';

build();
