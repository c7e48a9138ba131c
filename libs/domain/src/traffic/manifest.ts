import type { Manifest } from '../kernel/manifest.ts';
import { traffic } from './traffic.ts';

export const trafficManifest: Manifest = { deciders: [traffic], views: [] };
