import type { Manifest } from '../kernel/manifest.ts';
import { account } from './account.ts';
import { creatorNames } from './profile/creator-names.view.ts';
import { creatorPages } from './profile/creator-pages.view.ts';
import { homepageBrands } from './profile/homepage-brands.view.ts';
import { creatorsByName } from './profile/creators-by-name.view.ts';

export const accountsManifest: Manifest = {
  deciders: [account],
  views: [creatorNames, creatorPages, creatorsByName, homepageBrands],
};
