import { Module } from '@nestjs/common';
import { Pictures } from './pictures.ts';

/** A single queue for all pictures of this process. */
@Module({ providers: [Pictures], exports: [Pictures] })
export class PicturesModule {}
