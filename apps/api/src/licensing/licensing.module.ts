import { Module } from '@nestjs/common';
import { AttemptsModule } from '../http/attempts.module.ts';
import { attemptsToken } from '../kernel/tokens.ts';
import { MediaModule } from '../media/media.module.ts';
import { AgreementDocuments } from './agreement-documents.ts';
import { LicensesController } from './licenses.controller.ts';
import { verifyLimit, verifyLimitToken } from './verify-limit.ts';
import { VerifyController } from './verify.controller.ts';

@Module({
  imports: [AttemptsModule, MediaModule],
  controllers: [LicensesController, VerifyController],
  providers: [AgreementDocuments, { provide: verifyLimitToken, inject: [attemptsToken], useFactory: verifyLimit }],
})
export class LicensingModule {}
