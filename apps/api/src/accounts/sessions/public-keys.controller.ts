import { Controller, Get, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PublicKeys } from '@tessera/contract/accounts/auth';
import { SigningKeys } from '../../kernel/keys/signing-keys.ts';
import { Answers } from '../../http/description/answers.ts';
import { AuthErrorsFilter } from '../auth/auth-errors.filter.ts';

/** Public keys, with which anyone can verify access tokens without asking the server. */
@ApiTags('accounts')
@Controller('auth/v1/.well-known')
@UseFilters(AuthErrorsFilter)
export class PublicKeysController {
  constructor(private readonly keys: SigningKeys) {}

  @Get('jwks.json')
  @Answers('Lists the public keys that verify access tokens.', { 200: PublicKeys })
  async publicKeys() {
    return { keys: await this.keys.publicKeys() };
  }
}
