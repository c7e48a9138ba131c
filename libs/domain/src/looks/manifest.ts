import type { Manifest } from '../kernel/manifest.ts';
import { looks } from './looks.ts';

export const looksManifest: Manifest = { deciders: [looks], views: [] };
