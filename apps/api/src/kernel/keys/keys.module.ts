import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { SignedTokens } from './signed-tokens.ts';
import { SigningKeys } from './signing-keys.ts';

/** Signs and verifies tokens for every feature that issues some. */
@Module({
  imports: [JwtModule.register({})],
  providers: [SignedTokens, SigningKeys],
  exports: [SignedTokens, SigningKeys],
})
export class KeysModule {}
