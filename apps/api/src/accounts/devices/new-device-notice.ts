import { Inject, Injectable } from '@nestjs/common';
import type { Device } from '@tessera/domain/accounts/access/device';
import { Clock } from '../../kernel/clock.ts';
import { Outbox } from '../../adapters/mail/outbox.ts';
import type { Config } from '../../config.ts';
import { configToken } from '../../kernel/tokens.ts';
import { newDeviceMail } from '../account-mails.ts';

/** Emails people when their password is used on a device on which they have not signed in before. */
@Injectable()
export class NewDeviceNotice {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /** @param awaitsCode whether the device still needs the second factor to get in */
  post(email: string, device: Device, awaitsCode: boolean) {
    const signIn = { device, at: this.clock.now(), awaitsCode };
    this.outbox.post('a sign-in from a new device', async () => newDeviceMail(email, this.config.publicUrl, signIn));
  }
}
