import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { PasswordsModule } from '../adapters/passwords.module.ts';
import { AttemptsModule } from '../adapters/attempts/attempts.module.ts';
import { KnownDevices } from '../http/limits/known-devices.ts';
import { KeysModule } from '../kernel/keys/keys.module.ts';
import { AdminSessionController } from './admin-session.controller.ts';
import { AdminStrategy } from './admin-session.strategy.ts';
import { AdminSessions } from './admin-session.ts';
import { AdminUsers } from './admin-users.ts';

@Module({
  imports: [AttemptsModule, KeysModule, PassportModule, PasswordsModule],
  controllers: [AdminSessionController],
  providers: [AdminSessions, AdminStrategy, AdminUsers, KnownDevices],
  exports: [AdminSessions, AdminUsers],
})
export class AdminSessionModule {}
