import type { Manifest } from '../kernel/manifest.ts';
import { account } from './account.ts';
import { creatorNames } from './creator-names.view.ts';
import { creatorPages } from './creator-pages.view.ts';
import { creatorsByName } from './creators-by-name.view.ts';
import { homepageBrands } from './homepage-brands.view.ts';

export const accountsManifest: Manifest = {
  deciders: [account],
  views: [creatorNames, creatorPages, creatorsByName, homepageBrands],
};
