import type { Manifest } from '../kernel/manifest.ts';
import { notifications } from './notifications.view.ts';
import { readMarks } from './read-marks.ts';

export const notificationsManifest: Manifest = { deciders: [readMarks], views: [notifications] };
