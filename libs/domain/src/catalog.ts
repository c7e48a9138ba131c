import {
  account,
  accountDeleted,
  brandLogoChanged,
  brandProfileChanged,
  brandRegistered,
  creatorProfileChanged,
  creatorRegistered,
  emailConfirmed,
  ownMetadataChanged,
  passwordChanged,
  secondFactorAdded,
  secondFactorRemoved,
} from './accounts/account.ts';
import { homepageBrands } from './accounts/homepage-brands.view.ts';
import { adminUserCreated, automation, automationConnected } from './admin/automation.ts';
import { platformCounts } from './admin/platform-counts.view.ts';
import {
  content,
  contentEdited,
  contentErased,
  contentPublished,
  contentRelisted,
  contentWithdrawn,
  videoNotPrepared,
  videoPrepared,
} from './content/content.ts';
import { marketplace } from './content/marketplace.view.ts';
import { ownContent } from './content/own-content.view.ts';
import { unpreparedVideos } from './content/unprepared-videos.view.ts';
import { creatorDashboard } from './earnings/creator-dashboard.view.ts';
import { earning, earningPosted } from './earnings/earning.ts';
import { ledger } from './earnings/ledger.view.ts';
import { postEarning } from './earnings/post-earning.workflow.ts';
import type { AnyDecider } from './kernel/decider.ts';
import type { AnyEventDefinition } from './kernel/event.ts';
import type { AnyView } from './kernel/view.ts';
import type { Workflow } from './kernel/workflow.ts';
import { brandLicenses } from './licensing/brand-licenses.view.ts';
import { endingLicenses } from './licensing/ending-licenses.view.ts';
import { agreementIssued, licenseGranted } from './licensing/license.ts';
import { licenses } from './licensing/licenses.view.ts';
import { reminder, reminderNotSent, reminderSent } from './licensing/reminder.ts';
import { checkoutDeployFailed, checkoutDeployed, deployment } from './ordering/deployment.ts';
import { openPayments } from './ordering/open-payments.view.ts';
import { order, orderPlaced, paymentCaptured, paymentFailed, paymentStarted } from './ordering/order.ts';
import { receipt, receiptNotSent, receiptSent } from './ordering/receipt.ts';
import { unsentReceipts } from './ordering/unsent-receipts.view.ts';
import { recordReferral } from './referrals/record-referral.workflow.ts';
import { referralCode, referralCodeCreated, referralCodeDeleted } from './referrals/referral-code.ts';
import { referralCodes } from './referrals/referral-codes.view.ts';
import { referralList } from './referrals/referral-list.view.ts';
import { referral, referralRecorded } from './referrals/referral.ts';
import { referrals } from './referrals/referrals.view.ts';

/** @throws when two entries have one name, which would hide one of them */
export const byName = <Entry>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
): ReadonlyMap<string, Entry> => {
  const map = new Map(entries.map((entry) => [nameOf(entry), entry]));
  if (map.size !== entries.length) throw new Error('A name is registered twice in the catalog');
  return map;
};

/** Everything the product records, folds and reacts to, by name. */
export const definitions: ReadonlyMap<string, AnyEventDefinition> = byName<AnyEventDefinition>(
  [
    creatorRegistered,
    brandRegistered,
    creatorProfileChanged,
    brandProfileChanged,
    brandLogoChanged,
    emailConfirmed,
    passwordChanged,
    secondFactorAdded,
    secondFactorRemoved,
    ownMetadataChanged,
    accountDeleted,
    contentPublished,
    contentEdited,
    contentWithdrawn,
    contentRelisted,
    contentErased,
    videoPrepared,
    videoNotPrepared,
    orderPlaced,
    paymentStarted,
    paymentFailed,
    paymentCaptured,
    licenseGranted,
    agreementIssued,
    receiptSent,
    receiptNotSent,
    reminderSent,
    reminderNotSent,
    earningPosted,
    referralCodeCreated,
    referralCodeDeleted,
    referralRecorded,
    checkoutDeployed,
    checkoutDeployFailed,
    automationConnected,
    adminUserCreated,
  ],
  (definition) => definition.type,
);

export const deciders: ReadonlyMap<string, AnyDecider> = byName<AnyDecider>(
  [account, content, order, receipt, reminder, earning, deployment, automation, referral, referralCode],
  (decider) => decider.category,
);

const viewsByName = byName<AnyView>(
  [
    homepageBrands,
    marketplace,
    ownContent,
    licenses,
    brandLicenses,
    creatorDashboard,
    ledger,
    openPayments,
    unsentReceipts,
    endingLicenses,
    unpreparedVideos,
    platformCounts,
    referralCodes,
    referralList,
    referrals,
  ],
  (view) => view.name,
);
export const views: readonly AnyView[] = [...viewsByName.values()];

export const workflows: readonly Workflow[] = [
  ...byName([postEarning, recordReferral], (workflow) => workflow.name).values(),
];
