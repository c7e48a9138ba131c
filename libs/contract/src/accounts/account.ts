import { Flag, Instant, Json, Nullable, Rows, Text, Texts, Integer } from '../kernel/fields.ts';

/** A session as its owner sees it. Its id only identifies it and grants no access. */
export class SessionRow {
  @Text()
  readonly id!: string;

  @Flag('Whether it is the session of this request.')
  readonly current!: boolean;

  @Nullable()
  @Text('Such as `Chrome`; null if unknown.')
  readonly browser!: string | null;

  @Nullable()
  @Text('Such as `macOS`; null if unknown.')
  readonly system!: string | null;

  @Nullable()
  @Text('Such as `203.0.113.x`; null if unknown.')
  readonly network!: string | null;

  @Instant()
  readonly started_at!: string;

  @Instant('Accurate to five minutes.')
  readonly last_seen_at!: string;

  @Flag('The password was entered, but the second factor is still missing.')
  readonly awaits_second_factor!: boolean;
}

export class SessionList {
  @Rows(() => SessionRow, 'Last seen first.')
  readonly sessions!: readonly SessionRow[];
}

export class RecoveryCodesLeft {
  @Integer('How many are unused.')
  readonly left!: number;
}

export class RecoveryCodes {
  @Texts('Shown only once.')
  readonly codes!: readonly string[];
}

const rows = { type: 'array', items: { type: 'object' } };
const document = { type: ['object', 'null'] };

/** Everything the product knows about a person, for that person. The fields depend on the role. */
export class OwnData {
  @Instant()
  readonly exported_at!: string;

  @Json('The profile.', { type: 'object' })
  readonly profile!: unknown;

  @Flag()
  readonly email_confirmed!: boolean;

  @Json('Where the person is signed in.', rows)
  readonly sessions!: unknown;

  @Json('The second factors, without their secrets.', rows)
  readonly second_factors!: unknown;

  @Integer()
  readonly recovery_codes_left!: number;

  @Json('The account’s events in the log, oldest first.', rows)
  readonly events!: unknown;
}

export class CreatorOwnData extends OwnData {
  @Json('The creator’s items.', rows)
  readonly content!: unknown;

  @Json('The licenses sold, with their agreements.', rows)
  readonly licenses_sold!: unknown;

  @Json('The dashboard’s figures.', document)
  readonly earnings!: unknown;

  @Json('The account in the ledger.', document)
  readonly balance!: unknown;

  @Json('The referral codes.', rows)
  readonly referral_codes!: unknown;

  @Json('The creators who signed up with them.', rows)
  readonly referrals!: unknown;

  @Json('The rewards they earned, license by license.', rows)
  readonly rewards!: unknown;
}

export class BrandOwnData extends OwnData {
  @Json('The licenses, with their agreements.', rows)
  readonly licenses!: unknown;

  @Json('The billing details on its invoices; null if there are none.', document)
  readonly billing!: unknown;

  @Json('The dashboard’s figures.', document)
  readonly figures!: unknown;

  @Json('The boards, with their items and notes.', rows)
  readonly boards!: unknown;
}
