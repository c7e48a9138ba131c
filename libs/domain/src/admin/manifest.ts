import type { Manifest } from '../kernel/manifest.ts';
import { automation } from './automation.ts';
import { platformCounts } from './platform-counts.view.ts';

export const adminManifest: Manifest = {
  deciders: [automation],
  views: [platformCounts],
};
