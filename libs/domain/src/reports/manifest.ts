import type { Manifest } from '../kernel/manifest.ts';
import { report } from './report.ts';
import { reports } from './reports.view.ts';

export const reportsManifest: Manifest = { deciders: [report], views: [reports] };
