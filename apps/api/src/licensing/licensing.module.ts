import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AttemptsModule } from '../adapters/attempts/attempts.module.ts';
import { MediaModule, PicturesModule } from '../media/public.ts';
import { PrintingModule } from '../printing/printing.module.ts';
import { AgreementDocuments } from './agreements/agreement-documents.ts';
import { LicenseCsvController } from './license-csv.controller.ts';
import { LicenseList } from './license-list.ts';
import { LicensesController } from './licenses.controller.ts';
import { OrderOriginalsController } from './order-originals.controller.ts';
import { OrderOriginals } from './order-originals.ts';
import { OriginalDownloads } from './original-downloads.ts';
import { VerifyController } from './verify.controller.ts';

@Module({
  imports: [AttemptsModule, CqrsModule, MediaModule, PicturesModule, PrintingModule],
  controllers: [LicensesController, LicenseCsvController, OrderOriginalsController, VerifyController],
  providers: [AgreementDocuments, LicenseList, OrderOriginals, OriginalDownloads],
  exports: [AgreementDocuments],
})
export class LicensingModule {}
