import * as v from 'valibot';
import { address, onlyWhenAllowed } from './settings.ts';
import type { SettingName, Settings } from './settings.ts';

/** What is right only together with other settings. */
interface Rule {
  readonly setting: SettingName;
  readonly holds: (all: Settings) => boolean;
  /** Where that is more than it takes on its own. */
  readonly takes?: string;
}

const isProduction = ({ NODE_ENV }: Settings) => NODE_ENV === 'production';
/** Whether nobody has to pay real money here. */
const isMoneyless = (all: Settings) => !isProduction(all) || all.ALLOW_SANDBOX_PAYMENTS;
const modeOf = ({ STRIPE_SECRET_KEY: key }: Settings) => /^[rs]k_(test|live)_\w+$/.exec(key ?? '')?.[1];

/** None of them is asked of who does not pay by Stripe. */
const stripeRules: readonly Rule[] = [
  {
    setting: 'STRIPE_SECRET_KEY',
    holds: (all) => modeOf(all) === 'live' || (modeOf(all) === 'test' && isMoneyless(all)),
  },
  { setting: 'STRIPE_WEBHOOK_SECRET', holds: (all) => /^whsec_\S+$/.test(all.STRIPE_WEBHOOK_SECRET ?? '') },
  {
    setting: 'STRIPE_API_HOST',
    holds: (all) =>
      all.STRIPE_API_HOST === null ||
      (isMoneyless(all) && v.is(address(/^https?:[/][/][\w.:-]+$/), all.STRIPE_API_HOST)),
  },
  {
    setting: 'PUBLIC_URL',
    holds: (all) => modeOf(all) === 'test' || all.PUBLIC_URL?.startsWith('https:') === true,
    takes: 'an https origin with a live key of Stripe',
  },
];

export const rules: readonly Rule[] = [
  {
    setting: 'ROLE',
    holds: (all) => all.ROLE === 'all' || ![all.EVENT_STORE_URL, all.READ_STORE_URL, all.REDIS_URL].includes(null),
    takes: '`all` on the embedded engines; the others need `EVENT_STORE_URL`, `READ_STORE_URL` and `REDIS_URL`',
  },
  {
    setting: 'PAYMENTS',
    holds: (all) => all.PAYMENTS === 'stripe' || isMoneyless(all),
    takes: `a real gateway in production, \`stripe\` (\`sandbox\` ${onlyWhenAllowed})`,
  },
  {
    setting: 'PAYOUTS',
    holds: (all) => all.PAYOUTS === 'manual' || isMoneyless(all),
    takes: `\`manual\` in production (\`sandbox\` ${onlyWhenAllowed})`,
  },
  ...stripeRules.map((rule) => ({
    ...rule,
    holds: (all: Settings) => all.PAYMENTS !== 'stripe' || rule.holds(all),
  })),
  {
    setting: 'MEDIA_CDN_URL',
    holds: (all) => all.MEDIA_CDN_URL === null || all.MEDIA_STORE_URL !== null,
    takes: 'the address of a CDN before a bucket, which `MEDIA_STORE_URL` names',
  },
  {
    setting: 'MEDIA_PRESIGNED_ORIGINALS',
    holds: (all) => !all.MEDIA_PRESIGNED_ORIGINALS || all.MEDIA_STORE_URL !== null,
    takes: '`true` only with a bucket, which `MEDIA_STORE_URL` names',
  },
  { setting: 'MAIL_URL', holds: (all) => !isProduction(all) || all.MAIL_URL !== null },
  { setting: 'AUTOMATION_URL', holds: (all) => all.AUTOMATION_TOKEN === null || all.AUTOMATION_URL !== null },
  { setting: 'AUTOMATION_TOKEN', holds: (all) => all.AUTOMATION_URL === null || all.AUTOMATION_TOKEN !== null },
];
