import { Module } from '@nestjs/common';
import { Passwords } from './passwords.ts';

/** A single instance, so that accounts and admins share one limit on concurrent hashes. */
@Module({ providers: [{ provide: Passwords, useFactory: () => new Passwords() }], exports: [Passwords] })
export class PasswordsModule {}
