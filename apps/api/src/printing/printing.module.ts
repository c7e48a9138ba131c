import { Module } from '@nestjs/common';
import { PdfPrinter } from './pdf-printer.ts';

/** One printer for all: its thread has the fonts in memory. */
@Module({ providers: [PdfPrinter], exports: [PdfPrinter] })
export class PrintingModule {}
