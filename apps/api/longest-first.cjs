// In a fresh clone Jest does not know how long a spec takes, and begins with the largest files. A small file that takes
// long would begin late, and leave the other cores with nothing to do.
const { default: Sequencer } = require('@jest/test-sequencer');

/** The slowest, which begin first. */
const longest = [
  'test/api/hostile.spec.ts',
  'test/api/notices.spec.ts',
  'apps/api/src/media/hostile.spec.ts',
  'test/api/storage.spec.ts',
  'test/api/vault.spec.ts',
  'apps/api/src/payouts/deleted-accounts/last-payouts.spec.ts',
  'apps/api/src/payouts/payout-runs.spec.ts',
  'test/reliability/migrate.spec.ts',
  'test/reliability/rollout.spec.ts',
];

const placeOf = ({ path }) => {
  const place = longest.findIndex((spec) => path.endsWith(spec));
  return place < 0 ? longest.length : place;
};

module.exports = class LongestFirst extends Sequencer {
  /** Times measured by an earlier run are better, if there are any. */
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration)) return sorted;
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
};
