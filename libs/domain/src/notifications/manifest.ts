import type { Manifest } from '../kernel/manifest.ts';
import { notifications } from './notifications.view.ts';
import { reading } from './reading.ts';

export const notificationsManifest: Manifest = { deciders: [reading], views: [notifications] };
