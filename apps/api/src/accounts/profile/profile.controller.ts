import { Controller, Get, Inject, Patch } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  BrandProfile,
  BrandProfileChange,
  CreatorProfile,
  CreatorProfileChange,
} from '@tessera/contract/accounts/profile';
import { account } from '@tessera/domain/accounts/account';
import { confirmationNeeded } from '@tessera/domain/accounts/access/identity-failures';
import type { AccountState } from '@tessera/domain/accounts/account';
import { profileOf } from '@tessera/domain/accounts/profile/profile';
import { changesPayout } from '@tessera/domain/accounts/profile/profile-changes';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { metricsOf, noReferrals, referrals } from '@tessera/domain/referrals/referrals.view';
import type { CreatorReferrals } from '@tessera/domain/referrals/referrals.view';
import type { Config } from '../../config.ts';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { EitherForm } from '../../http/input/either-form.ts';
import { CurrentUser, Metadata } from '../../http/request.ts';
import type { AppRequest, SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { Dispatch, Streams } from '../../kernel/commands/dispatch.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { Refused } from '../../kernel/refused.ts';
import { configToken } from '../../kernel/tokens.ts';
import { asksToConfirm } from '../email/asks-to-confirm.ts';
import { changeOf, readChange } from './profile-change.ts';
import { SessionRegistry } from '../sessions/sessions.ts';

/** The index of the form of the caller's role. */
const changeOfRole = ({ user }: AppRequest) => (user?.role === 'creator' ? 0 : 1);

/**
 * The profile of the signed-in account. It is read from the account's own events rather than from a view, so that
 * personal data is stored only under the account's key, and the profile exists as soon as the account does.
 */
@ApiTags('accounts')
@Controller('api/profile')
@Refuses('not_found', 'account_deleted')
@OnlyFor('creator', 'brand')
export class ProfileController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly sessions: SessionRegistry,
    private readonly views: ReadStore,
    @Inject(configToken) private readonly config: Config,
  ) {}

  @Get()
  @Answers('Shows your profile.', { 200: [CreatorProfile, BrandProfile] })
  async own(@CurrentUser() { id }: SignedIn) {
    const { state } = await this.streams.load(account, id);
    return this.rowOf(state);
  }

  @Patch()
  @Refuses('confirmation_needed')
  @Answers('Changes your profile.', { 200: [CreatorProfile, BrandProfile] })
  async change(
    @EitherForm([CreatorProfileChange, BrandProfileChange], changeOfRole, readChange)
    sent: CreatorProfileChange | BrandProfileChange,
    @CurrentUser() { id, sessionId }: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    const { state: before } = await this.streams.load(account, id);
    const command = await changeOf(before, { ...sent });
    const isPayoutChange = command.kind === 'change-creator-profile' && changesPayout(command.changes);
    if (isPayoutChange && !(await this.sessions.isConfirmed(sessionId))) throw new Refused(confirmationNeeded());
    const { state, position } = await this.commands.execute(new Dispatch(account, id, command, metadata));
    return { ...(await this.rowOf(state)), position };
  }

  private async rowOf(state: AccountState) {
    if (state.status !== 'open') throw new Refused(notFound());
    const asks_to_confirm_email = asksToConfirm(this.config) && !state.email_confirmed;
    const profile = { ...profileOf(state), asks_to_confirm_email };
    if (profile.role === 'brand') return profile;
    const { user_id } = profile;
    const found = await this.views.get<CreatorReferrals>(referrals.name, user_id);
    return { ...profile, referral_metrics: metricsOf(found?.document ?? noReferrals(user_id)) };
  }
}
