/** What other features may use of this one; nothing else of it is imported from outside. */
export { track, useTrackView } from './track.ts';
