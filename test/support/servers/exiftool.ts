import { spawnSync } from 'node:child_process';
import { isFull } from '../sample.ts';

const hasPerl = () => spawnSync('perl', ['-v']).status === 0;

/** Why exiftool isn't run; null if it is. */
export const exiftoolMissing = !isFull ? 'it is run in the full tests' : hasPerl() ? null : 'it takes perl';
