import { defineWorkflow, whenever } from '../kernel/workflow.ts';
import { licenseGranted } from '../licensing/license.ts';
import { earning } from './earning.ts';
import type { PostEarning } from './earning.ts';

/** Every license granted is posted to the ledger. */
export const postEarning = defineWorkflow('post-earning', [
  whenever(licenseGranted, (license) => {
    const { license_id, order_id, creator_id, referrer_id, split, start_date } = license;
    const command: PostEarning = {
      kind: 'post',
      license_id,
      order_id,
      creator_id,
      referrer_id,
      split,
      paidAt: start_date,
    };
    return [{ category: earning.category, id: license_id, command }];
  }),
]);
