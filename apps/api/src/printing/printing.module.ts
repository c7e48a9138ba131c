import { Module } from '@nestjs/common';
import { PdfPrinter } from './pdf-printer.ts';

/** A single printer for all features, because its thread keeps the fonts in memory. */
@Module({ providers: [PdfPrinter], exports: [PdfPrinter] })
export class PrintingModule {}
