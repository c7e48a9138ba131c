import { Inject, Injectable } from '@nestjs/common';
import type { Device } from '@tessera/domain/accounts/access/device';
import { Clock } from '../../kernel/clock.ts';
import { Outbox } from '../../adapters/mail/outbox.ts';
import type { Config } from '../../config.ts';
import { configToken } from '../../kernel/tokens.ts';
import { newDeviceMail } from '../account-mails.ts';

/** Tells people that their password was used on a device where they had not signed in before. */
@Injectable()
export class NewDeviceNotice {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /** @param awaitsCode whether the password alone opened nothing yet */
  post(email: string, device: Device, awaitsCode: boolean) {
    const signIn = { device, at: this.clock.now(), awaitsCode };
    this.outbox.post('a sign-in from a new device', async () => newDeviceMail(email, this.config.publicUrl, signIn));
  }
}
