/** What other features may import from this one; they import nothing else. */
export { Bell } from './bell.tsx';
