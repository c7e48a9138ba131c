import { Controller, Get, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PublicKeys } from '@tessera/contract/accounts/auth';
import { SigningKeys } from '../../kernel/keys/signing-keys.ts';
import { Answers } from '../../http/description/answers.ts';
import { AuthErrorsFilter } from '../auth/auth-errors.filter.ts';

/** With which everyone can verify an access token without asking the server for each. */
@ApiTags('accounts')
@Controller('auth/v1/.well-known')
@UseFilters(AuthErrorsFilter)
export class PublicKeysController {
  constructor(private readonly keys: SigningKeys) {}

  @Get('jwks.json')
  @Answers('Tells with which keys everybody can verify an access token.', { 200: PublicKeys })
  async publicKeys() {
    return { keys: await this.keys.publicKeys() };
  }
}
