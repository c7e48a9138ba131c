// In a fresh clone Jest does not know how long a spec takes, and begins with the largest files. What takes long though its
// file is small would begin late, and the other cores would have nothing left to do meanwhile.
const { default: Sequencer } = require('@jest/test-sequencer');

/** Those that take longest begin. */
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
  /** Where a run of before has left its times, those are better. */
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration)) return sorted;
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
};
