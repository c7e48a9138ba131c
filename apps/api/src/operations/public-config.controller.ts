import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mediaBytesMax } from '@tessera/domain/content/forms';
import type { Config } from '../config.ts';
import { configToken } from '../kernel/tokens.ts';

/** What the browser must know of how this installation is set up. Nothing here is secret. */
@ApiTags('operations')
@Controller('api/config')
export class PublicConfigController {
  constructor(@Inject(configToken) private readonly config: Config) {}

  @Get()
  read() {
    const { payments, publicHost } = this.config;
    return {
      gateway: payments,
      checkout_hosts: [],
      media_bytes_max: mediaBytesMax,
      public_host: publicHost,
      preview: false,
    };
  }
}
