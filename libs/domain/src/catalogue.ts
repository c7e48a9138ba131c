import { account, brandRegistered, creatorRegistered } from './accounts/account.ts';
import { profiles } from './accounts/profiles.view.ts';
import { platformCounts } from './admin/platform-counts.view.ts';
import { content, contentEdited, contentPublished } from './content/content.ts';
import { marketplace } from './content/marketplace.view.ts';
import { creatorDashboard } from './earnings/creator-dashboard.view.ts';
import { earning, earningPosted } from './earnings/earning.ts';
import { ledger } from './earnings/ledger.view.ts';
import { postEarning } from './earnings/post-earning.workflow.ts';
import type { AnyDecider } from './kernel/decider.ts';
import type { AnyEventDefinition } from './kernel/event.ts';
import type { AnyView } from './kernel/view.ts';
import type { Workflow } from './kernel/workflow.ts';
import { brandLicenses } from './licensing/brand-licenses.view.ts';
import { agreementIssued, licenseGranted } from './licensing/license.ts';
import { licenses } from './licensing/licenses.view.ts';
import { openPayments } from './ordering/open-payments.view.ts';
import { order, orderPlaced, paymentCaptured, paymentFailed, paymentStarted } from './ordering/order.ts';

const byName = <Entry>(entries: readonly Entry[], nameOf: (entry: Entry) => string): ReadonlyMap<string, Entry> => {
  const map = new Map(entries.map((entry) => [nameOf(entry), entry]));
  if (map.size !== entries.length) throw new Error('A name is registered twice in the catalogue');
  return map;
};

/** Everything the product records, folds and reacts to, by name. */
export const definitions: ReadonlyMap<string, AnyEventDefinition> = byName<AnyEventDefinition>(
  [
    creatorRegistered,
    brandRegistered,
    contentPublished,
    contentEdited,
    orderPlaced,
    paymentStarted,
    paymentFailed,
    paymentCaptured,
    licenseGranted,
    agreementIssued,
    earningPosted,
  ],
  (definition) => definition.type,
);

export const deciders: ReadonlyMap<string, AnyDecider> = byName<AnyDecider>(
  [account, content, order, earning],
  (decider) => decider.category,
);

const viewsByName = byName<AnyView>(
  [profiles, marketplace, licenses, brandLicenses, creatorDashboard, ledger, openPayments, platformCounts],
  (view) => view.name,
);
export const views: readonly AnyView[] = [...viewsByName.values()];

export const workflows: readonly Workflow[] = [...byName([postEarning], (workflow) => workflow.name).values()];
