import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { profiles } from '@tessera/domain/accounts/profiles.view';
import type { Profile } from '@tessera/domain/accounts/profiles.view';
import { notFound } from '@tessera/domain/failures';
import { foldInto } from '@tessera/domain/kernel/view';
import { CurrentUser } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { RoleGuard } from '../http/role.guard.ts';
import type { ReadStore } from '../kernel/read-store/port.ts';
import { Refused } from '../kernel/refused.ts';
import { readStoreToken } from '../kernel/tokens.ts';
import { Accounts } from './accounts.ts';

const shownDigits = 4;

/** `••••1234`; a number so short that its last digits are all of it is not shown. */
const masked = (bankNumber: string | null | undefined) =>
  bankNumber && `••••${bankNumber.length > shownDigits ? bankNumber.slice(-shownDigits) : ''}`;

/** What of a profile leaves the server, also to its owner. */
const profileRow = (profile: Profile): Profile =>
  profile.role === 'creator'
    ? {
        ...profile,
        bank_account: masked(profile.bank_account) ?? null,
        bank_routing: masked(profile.bank_routing) ?? null,
      }
    : profile;

@ApiTags('accounts')
@ApiBearerAuth()
@Controller('api/profile')
export class ProfileController {
  constructor(
    private readonly accounts: Accounts,
    @Inject(readStoreToken) private readonly views: ReadStore,
  ) {}

  @Get()
  @UseGuards(RoleGuard('creator', 'brand'))
  async own(@CurrentUser() { id }: SignedIn) {
    const stored = await this.views.get<Profile>(profiles.name, id);
    const profile = stored?.document ?? (await this.#fromLog(id));
    if (!profile) throw new Refused(notFound());
    return profileRow(profile);
  }

  /** The client reads the profile at once after the sign-up, when the view may not have it yet. */
  async #fromLog(id: string) {
    const documents = new Map<string, Profile>();
    for (const event of await this.accounts.history(id)) foldInto(profiles, documents, event);
    return documents.get(id);
  }
}
