/** What other features may import from this one; they import nothing else. */
export { track, useTrackView } from './track.ts';
