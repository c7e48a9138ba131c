import * as v from 'valibot';
import { address, onlyWhenAllowed } from './settings.ts';
import type { SettingName, Settings } from './settings.ts';

/** A rule that depends on other settings. */
interface Rule {
  readonly setting: SettingName;
  readonly isMet: (all: Settings) => boolean;
  /** Replaces the setting's own description of what is expected. */
  readonly expected?: string;
}

const isProduction = ({ NODE_ENV }: Settings) => NODE_ENV === 'production';
/** Whether this installation may work without real money. */
const mayWorkWithoutMoney = (all: Settings) => !isProduction(all) || all.ALLOW_SANDBOX_PAYMENTS;
const modeOf = ({ STRIPE_SECRET_KEY: key }: Settings) => /^[rs]k_(test|live)_\w+$/.exec(key ?? '')?.[1];

/** Apply only to installations that use Stripe. */
const stripeRules: readonly Rule[] = [
  {
    setting: 'STRIPE_SECRET_KEY',
    isMet: (all) => modeOf(all) === 'live' || (modeOf(all) === 'test' && mayWorkWithoutMoney(all)),
  },
  { setting: 'STRIPE_WEBHOOK_SECRET', isMet: (all) => /^whsec_\S+$/.test(all.STRIPE_WEBHOOK_SECRET ?? '') },
  {
    setting: 'STRIPE_API_HOST',
    isMet: (all) =>
      all.STRIPE_API_HOST === null ||
      (mayWorkWithoutMoney(all) && v.is(address(/^https?:[/][/][\w.:-]+$/), all.STRIPE_API_HOST)),
  },
  {
    setting: 'PUBLIC_URL',
    isMet: (all) => modeOf(all) === 'test' || all.PUBLIC_URL?.startsWith('https:') === true,
    expected: 'an https origin, as the Stripe key is a live one',
  },
];

export const rules: readonly Rule[] = [
  {
    setting: 'ROLE',
    isMet: (all) => all.ROLE === 'all' || ![all.EVENT_STORE_URL, all.READ_STORE_URL, all.REDIS_URL].includes(null),
    expected: '`all` with the embedded engines; the others need `EVENT_STORE_URL`, `READ_STORE_URL` and `REDIS_URL`',
  },
  {
    setting: 'PAYMENTS',
    isMet: (all) => all.PAYMENTS === 'stripe' || mayWorkWithoutMoney(all),
    expected: `a real gateway in production, \`stripe\` (\`sandbox\` ${onlyWhenAllowed})`,
  },
  {
    setting: 'PAYOUTS',
    isMet: (all) => all.PAYOUTS === 'manual' || mayWorkWithoutMoney(all),
    expected: `\`manual\` in production (\`sandbox\` ${onlyWhenAllowed})`,
  },
  ...stripeRules.map((rule) => ({
    ...rule,
    isMet: (all: Settings) => all.PAYMENTS !== 'stripe' || rule.isMet(all),
  })),
  {
    setting: 'MEDIA_CDN_URL',
    isMet: (all) => all.MEDIA_CDN_URL === null || all.MEDIA_STORE_URL !== null,
    expected: 'the address of a CDN in front of a bucket, which `MEDIA_STORE_URL` must name',
  },
  {
    setting: 'MEDIA_PRESIGNED_ORIGINALS',
    isMet: (all) => !all.MEDIA_PRESIGNED_ORIGINALS || all.MEDIA_STORE_URL !== null,
    expected: '`true` only with a bucket, which `MEDIA_STORE_URL` must name',
  },
  { setting: 'MAIL_URL', isMet: (all) => !isProduction(all) || all.MAIL_URL !== null },
  { setting: 'AUTOMATION_URL', isMet: (all) => all.AUTOMATION_TOKEN === null || all.AUTOMATION_URL !== null },
  { setting: 'AUTOMATION_TOKEN', isMet: (all) => all.AUTOMATION_URL === null || all.AUTOMATION_TOKEN !== null },
];
