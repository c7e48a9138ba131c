import { brandRegistered, creatorRegistered } from './accounts/account-events.ts';
import { accountsManifest } from './accounts/manifest.ts';
import { adminManifest } from './admin/manifest.ts';
import { boardsManifest } from './boards/manifest.ts';
import { booksManifest } from './books/manifest.ts';
import { contentManifest } from './content/manifest.ts';
import { earningsManifest } from './earnings/manifest.ts';
import type { AnyDecider } from './kernel/decider.ts';
import type { AnyEventDefinition } from './kernel/event.ts';
import type { Manifest } from './kernel/manifest.ts';
import type { AnyView } from './kernel/view.ts';
import type { Workflow } from './kernel/workflow.ts';
import { licensingManifest } from './licensing/manifest.ts';
import { trafficManifest } from './traffic/manifest.ts';
import { noticesManifest } from './notices/manifest.ts';
import { notificationsManifest } from './notifications/manifest.ts';
import { orderingManifest } from './ordering/manifest.ts';
import { payoutsManifest } from './payouts/manifest.ts';
import { referralsManifest } from './referrals/manifest.ts';
import { refundsManifest } from './refunds/manifest.ts';
import { reportsManifest } from './reports/manifest.ts';
import { showcaseManifest } from './showcase/manifest.ts';
import { uniqueMap } from './kernel/unique-map.ts';

const features: readonly Manifest[] = [
  accountsManifest,
  contentManifest,
  orderingManifest,
  licensingManifest,
  earningsManifest,
  payoutsManifest,
  refundsManifest,
  booksManifest,
  referralsManifest,
  boardsManifest,
  trafficManifest,
  reportsManifest,
  showcaseManifest,
  noticesManifest,
  notificationsManifest,
  adminManifest,
];

/** @throws if two entries have the same name, because one would hide the other */
export const byName = <Entry>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
): ReadonlyMap<string, Entry> =>
  uniqueMap(
    entries.map((entry) => [nameOf(entry), entry] as const),
    'A name is registered twice in the catalog',
  );

// Everything the product records, folds and reacts to.

export const deciders: ReadonlyMap<string, AnyDecider> = byName(
  features.flatMap((feature) => feature.deciders),
  (decider) => decider.category,
);

export const definitions: ReadonlyMap<string, AnyEventDefinition> = byName(
  [...deciders.values()].flatMap((decider) => decider.events),
  (definition) => definition.type,
);

/** The events that begin an account. The key of its personal data is stored before them. */
export const registrations: readonly AnyEventDefinition[] = [creatorRegistered, brandRegistered];

const named = <Entry extends { readonly name: string }>(entries: readonly Entry[]): readonly Entry[] => [
  ...byName(entries, ({ name }) => name).values(),
];

export const views: readonly AnyView[] = named(features.flatMap((feature) => feature.views));

export const workflows: readonly Workflow[] = named(features.flatMap((feature) => feature.workflows ?? []));
