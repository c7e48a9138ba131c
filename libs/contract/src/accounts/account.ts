import { Flag, Instant, Json, Nullable, Rows, Text, Texts, Integer } from '../kernel/fields.ts';

/** A session as its owner is shown it; its id names it, and opens nothing. */
export class SessionRow {
  @Text()
  readonly id!: string;

  @Flag('Whether it is the one that asks.')
  readonly current!: boolean;

  @Nullable()
  @Text('Such as `Chrome`; null where it can’t be told.')
  readonly browser!: string | null;

  @Nullable()
  @Text('Such as `macOS`; null where it can’t be told.')
  readonly system!: string | null;

  @Nullable()
  @Text('Such as `203.0.113.x`; null where it can’t be told.')
  readonly network!: string | null;

  @Instant()
  readonly started_at!: string;

  @Instant('To within five minutes.')
  readonly last_seen_at!: string;

  @Flag('The password was given there, and the code of the second factor is still to come.')
  readonly awaits_second_factor!: boolean;
}

export class SessionList {
  @Rows(() => SessionRow, 'The one that was seen last comes first.')
  readonly sessions!: readonly SessionRow[];
}

export class RecoveryCodesLeft {
  @Integer('How many are still good.')
  readonly left!: number;
}

export class RecoveryCodes {
  @Texts('Shown this once.')
  readonly codes!: readonly string[];
}

const rows = { type: 'array', items: { type: 'object' } };
const document = { type: ['object', 'null'] };

/** Everything the product knows of a person, for that person. What there is depends on the role. */
export class OwnData {
  @Instant()
  readonly exported_at!: string;

  @Json('The profile.', { type: 'object' })
  readonly profile!: unknown;

  @Flag()
  readonly email_confirmed!: boolean;

  @Json('Where somebody is signed in.', rows)
  readonly sessions!: unknown;

  @Json('Without their secrets.', rows)
  readonly second_factors!: unknown;

  @Integer()
  readonly recovery_codes_left!: number;

  @Json('What the log holds of the account, oldest first.', rows)
  readonly events!: unknown;
}

export class CreatorOwnData extends OwnData {
  @Json('The items.', rows)
  readonly content!: unknown;

  @Json('The licenses that were sold, with their agreements.', rows)
  readonly licenses_sold!: unknown;

  @Json('The figures of the dashboard.', document)
  readonly earnings!: unknown;

  @Json('The account of the ledger.', document)
  readonly balance!: unknown;

  @Json('The codes.', rows)
  readonly referral_codes!: unknown;

  @Json('Whom they brought.', rows)
  readonly referrals!: unknown;

  @Json('What those brought, license by license.', rows)
  readonly rewards!: unknown;
}

export class BrandOwnData extends OwnData {
  @Json('The licenses, with their agreements.', rows)
  readonly licenses!: unknown;

  @Json('What its invoices say of it; null without billing details.', document)
  readonly billing!: unknown;

  @Json('The figures of the dashboard.', document)
  readonly figures!: unknown;

  @Json('The boards, with what is on them and the notes.', rows)
  readonly boards!: unknown;
}
