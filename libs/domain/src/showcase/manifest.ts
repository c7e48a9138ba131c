import type { Manifest } from '../kernel/manifest.ts';
import { showcase } from './showcase.ts';
import { showcaseItems } from './showcase.view.ts';

export const showcaseManifest: Manifest = { deciders: [showcase], views: [showcaseItems] };
