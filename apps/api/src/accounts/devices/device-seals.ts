import { Inject, Injectable } from '@nestjs/common';
import { unknownDevice } from '@tessera/domain/accounts/access/device';
import type { Device } from '@tessera/domain/accounts/access/device';
import { derivedKey } from '../../kernel/keys/derived-key.ts';
import { EventCodec } from '../../kernel/log/codec.ts';
import { seal, unseal } from '../../kernel/log/sealing.ts';

interface Place {
  readonly accountId: string;
  readonly sessionId: string;
}

const boundTo = ({ accountId, sessionId }: Place) => JSON.stringify(['sessions', accountId, sessionId]);

/** Encrypts the devices of sessions with the account's own key: once that is gone, nobody can read them. */
@Injectable()
export class DeviceSeals {
  constructor(@Inject(EventCodec) private readonly codec: Pick<EventCodec, 'keyOf'>) {}

  /** Null if the account's key is gone. */
  async seal(place: Place, device: Device): Promise<string | null> {
    const key = await this.#keyOf(place);
    return key && seal(key, Buffer.from(JSON.stringify(device)), boundTo(place));
  }

  async open(place: Place, sealed: string | null): Promise<Device> {
    const key = sealed === null ? null : await this.#keyOf(place);
    if (key === null || sealed === null) return unknownDevice;
    return JSON.parse(unseal(key, sealed, boundTo(place)).toString()) as Device;
  }

  async #keyOf({ accountId }: Place) {
    const accountKey = await this.codec.keyOf(accountId);
    return accountKey && derivedKey(accountKey, 'session devices');
  }
}
