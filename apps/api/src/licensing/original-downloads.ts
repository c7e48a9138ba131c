import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { download } from '@tessera/domain/licensing/download';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { Clock } from '../kernel/clock.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { OriginalLinks } from '../media/public.ts';
import { AgreementDocuments } from './agreements/agreement-documents.ts';

/** Gives brands the originals that they licensed, and records each download. */
@Injectable()
export class OriginalDownloads {
  readonly #log = new Logger(OriginalDownloads.name);

  constructor(
    private readonly documents: AgreementDocuments,
    private readonly links: OriginalLinks,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** The address of the original, good for a few minutes. @throws Refused */
  async addressOf(license: License, metadata: EventMetadata): Promise<string> {
    const { original } = await this.documents.mediaOf(license);
    const { license_id, item } = license;
    await this.record(license, metadata);
    return this.links.sign({ key: original, name: item.title, license_id }, license.end_date);
  }

  /** Never rejects: brands get what they bought even while the log can't be written to. */
  async record({ license_id, brand_id }: License, metadata: EventMetadata): Promise<void> {
    const command = { kind: 'record', license_id, brand_id, at: this.clock.now().toISOString() } as const;
    await this.commands
      .execute(new Dispatch(download, license_id, command, metadata))
      .catch((error: unknown) => this.#log.warn(`A download of ${license_id} was not recorded: ${String(error)}`));
  }
}
