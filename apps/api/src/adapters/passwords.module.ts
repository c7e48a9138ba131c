import { Module } from '@nestjs/common';
import { Passwords } from './passwords.ts';

/** One bound on how many passwords are hashed at once, for accounts and admins together. */
@Module({ providers: [{ provide: Passwords, useFactory: () => new Passwords() }], exports: [Passwords] })
export class PasswordsModule {}
