import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PublicConfig } from '@tessera/contract/operations';
import { mediaBytesMax } from '@tessera/domain/content/forms';
import { Gateway } from '../adapters/payments/port.ts';
import type { PaymentGateway } from '../adapters/payments/port.ts';
import type { Config } from '../config.ts';
import { configToken } from '../kernel/tokens.ts';
import { Answers } from '../http/description/answers.ts';

/** The settings that the browser client needs. Nothing here is secret. */
@ApiTags('operations')
@Controller('api/config')
export class PublicConfigController {
  constructor(
    @Inject(configToken) private readonly config: Config,
    @Inject(Gateway) private readonly payments: PaymentGateway,
  ) {}

  @Get()
  @Answers('Shows the settings that the browser client needs.', { 200: PublicConfig })
  @Header('Cache-Control', 'no-cache')
  read() {
    return {
      gateway: this.payments.name,
      checkout_hosts: this.payments.takes === 'cards' ? [] : [this.payments.checkoutHost],
      media_bytes_max: mediaBytesMax,
      public_host: this.config.publicHost,
      preview: false,
    };
  }
}
