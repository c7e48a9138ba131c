/** What other features may use of this one; nothing else of it is imported from outside. */
export { tellLook, useTellLook } from './track.ts';
