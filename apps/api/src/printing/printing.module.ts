import { Module } from '@nestjs/common';
import { Press } from './press.ts';

/** One press for all: its thread has the fonts in memory. */
@Module({ providers: [Press], exports: [Press] })
export class PrintingModule {}
