import { Injectable } from '@nestjs/common';
import { comparableAddress } from '@tessera/domain/accounts/email-address';
import type { Request, Response } from 'express';
import { KnownDevices } from '../../http/limits/known-devices.ts';

const cookiePath = '/auth/v1';

/** Recognizes devices on which an account has signed in before. */
@Injectable()
export class AccountDevices {
  constructor(private readonly devices: KnownDevices) {}

  /** The device's id; null if nobody has signed in to this account on it. */
  of(request: Pick<Request, 'headers'>, email: string): string | null {
    return this.devices.of(request, comparableAddress(email));
  }

  remember(request: Pick<Request, 'headers'>, response: Response, email: string) {
    this.devices.remember(request, response, comparableAddress(email), cookiePath);
  }
}
