import { Global, Module } from '@nestjs/common';
import { LiveGateway } from './live.gateway.ts';

/** Global, because any feature may push through it. */
@Global()
@Module({ providers: [LiveGateway], exports: [LiveGateway] })
export class LiveModule {}
