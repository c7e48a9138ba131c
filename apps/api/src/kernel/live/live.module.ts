import { Global, Module } from '@nestjs/common';
import { LiveGateway } from './live.gateway.ts';

/** Global, since whoever has something to push pushes it here. */
@Global()
@Module({ providers: [LiveGateway], exports: [LiveGateway] })
export class LiveModule {}
