/** What the service’s start may import from this feature. */
export { Metrics } from './metrics.ts';
