import type { Manifest } from '../kernel/manifest.ts';
import { brandLicenses } from './brand-licenses.view.ts';
import { download } from './download.ts';
import { licenses } from './licenses.view.ts';
import { reminder } from './reminders/reminder.ts';

export const licensingManifest: Manifest = {
  deciders: [download, reminder],
  views: [brandLicenses, licenses],
};
