import { Module } from '@nestjs/common';
import { MediaModule } from '../media/media.module.ts';
import { LicensesController } from './licenses.controller.ts';

@Module({ imports: [MediaModule], controllers: [LicensesController] })
export class LicensingModule {}
