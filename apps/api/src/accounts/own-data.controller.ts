import { Body, Controller, Delete, Get, Header, Inject, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { DeleteAccountForm } from '@tessera/domain/accounts/forms';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { Response } from 'express';
import { FormPipe } from '../http/form.pipe.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { AppRequest, SignedIn } from '../http/request.ts';
import { RoleGuard } from '../http/role.guard.ts';
import { ForgetPerson } from './forget-person.ts';
import { OwnData } from './own-data.ts';
import { OwnPassword } from './own-password.ts';

export const exportLimitToken = Symbol('how often somebody may take the own data away');

/** What a person may ask of the own account: all of it, or that it be gone. */
@ApiTags('accounts')
@ApiBearerAuth()
@Controller('api/account')
@UseGuards(RoleGuard('creator', 'brand'))
export class OwnDataController {
  constructor(
    private readonly ownData: OwnData,
    private readonly forgetting: ForgetPerson,
    private readonly password: OwnPassword,
    @Inject(exportLimitToken) private readonly exports: RateLimit,
  ) {}

  @Get('export')
  @Header('Content-Disposition', 'attachment; filename="tessera-data.json"')
  async takeAway(@CurrentUser() user: SignedIn, @Res({ passthrough: true }) response: Response) {
    await this.exports.take(user.id, response);
    return this.ownData.of(user);
  }

  @Delete()
  async remove(
    @Body(new FormPipe(DeleteAccountForm)) { password }: DeleteAccountForm,
    @CurrentUser() { id }: SignedIn,
    @Metadata() metadata: EventMetadata,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.password.check({ accountId: id, password, address: ip }, response);
    return { position: await this.forgetting.forget(id, metadata) };
  }
}
