import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '@tessera/domain/accounts/account';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { codeBytes, codeOf, readCode } from '@tessera/domain/referrals/code-format';
import {
  codeNotFound,
  codeTaken,
  codesPerCreatorMax,
  referralCode,
  tooManyCodes,
} from '@tessera/domain/referrals/referral-code';
import type { ReferralCodeCreatedData } from '@tessera/domain/referrals/referral-code';
import { noReferralCodes } from '@tessera/domain/referrals/referral-codes.view';
import type { ReferralCodes as OwnCodes } from '@tessera/domain/referrals/referral-codes.view';
import { referralCodeRow } from '@tessera/domain/referrals/row';
import { CodeEarnings } from './code-earnings.ts';
import { Clock } from '../kernel/clock.ts';
import type { ReferralCodeRow } from '@tessera/contract/referrals';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { Refused } from '../kernel/refused.ts';

/** There are 2^40 codes. With a million in use, this many random codes in a row are taken once in 10^54 times. */
const attemptsMax = 9;

/** Draws the random bytes of a code; tests pass their own. */
export type DrawCode = (bytes: number) => Uint8Array;
export const drawCodeToken = Symbol('DrawCode');
export const drawCode: DrawCode = randomBytes;

const isTaken = (error: unknown) => error instanceof Refused && error.failure.failure === codeTaken().failure;

/** Creates unique codes, and looks up who owns a code. */
@Injectable()
export class ReferralCodes {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly views: ReadStore,
    private readonly clock: Clock,
    private readonly earnings: CodeEarnings,
    @Inject(drawCodeToken) private readonly draw: DrawCode,
  ) {}

  /** Newest first, with the position up to which they are current. */
  async own(creatorId: string) {
    const checkpoint = await this.views.checkpoint('referral-codes');
    const stored = await this.views.get<OwnCodes>('referral-codes', creatorId);
    const { codes } = stored?.document ?? noReferralCodes(creatorId);
    const earned = await this.earnings.of(creatorId);
    const rows = await Promise.all(
      codes.map(async ({ code, visits, sign_ups }) => {
        const row = await this.row(code);
        return row && { ...row, visits, sign_ups, earned_cents: earned.get(code) ?? 0 };
      }),
    );
    return { rows: rows.filter((row) => row !== null), position: stored?.position ?? checkpoint };
  }

  /** @throws Refused if the creator already has as many as allowed */
  async create(creatorId: string, description: string | null, metadata: EventMetadata) {
    const codes = await this.codesOf(creatorId);
    if (codes.length >= codesPerCreatorMax) throw new Refused(tooManyCodes());
    const common = {
      code_id: this.clock.newId(),
      creator_id: creatorId,
      description,
      created_at: this.clock.now().toISOString(),
    };
    for (let attempt = 1; ; attempt += 1) {
      const created: ReferralCodeCreatedData = { ...common, code: codeOf(this.draw(codeBytes)) };
      try {
        const { position } = await this.commands.execute(
          new Dispatch(referralCode, created.code, { kind: 'create', created }, metadata),
        );
        return { created, position };
      } catch (error) {
        if (!isTaken(error) || attempt >= attemptsMax) throw error;
      }
    }
  }

  /** @throws Refused if the creator has no such code */
  async remove(creatorId: string, codeId: string, metadata: EventMetadata) {
    const codes = await this.codesOf(creatorId);
    const code = codes.find(({ id }) => id === codeId);
    if (!code) throw new Refused(codeNotFound());
    const command = { kind: 'delete', creator_id: creatorId } as const;
    return this.commands.execute(new Dispatch(referralCode, code.code, command, metadata));
  }

  /** `referrer_id` is null if there is no such code, or its owner's account is deleted. */
  async validity(typed: string) {
    const code = readCode(typed);
    const found = code ? await this.streams.loadPublic(referralCode, code) : null;
    if (found?.status !== 'open') return { valid: false, referrer_id: null };
    const { creator_id } = found.code;
    const owner = await this.streams.loadPublic(account, creator_id);
    return { valid: true, referrer_id: owner.status === 'open' ? creator_id : null };
  }

  private async row(code: string): Promise<ReferralCodeRow | null> {
    const { state } = await this.streams.load(referralCode, code);
    return state.status === 'open' ? referralCodeRow(state.code) : null;
  }

  private async codesOf(creatorId: string) {
    const stored = await this.views.get<OwnCodes>('referral-codes', creatorId);
    return (stored?.document ?? noReferralCodes(creatorId)).codes;
  }
}
