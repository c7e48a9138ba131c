import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { VisitorReportForm } from '@tessera/domain/reports/forms';
import type { ReportForm } from '@tessera/domain/reports/forms';
import { report } from '@tessera/domain/reports/report';
import type { ContentReportedData } from '@tessera/domain/reports/report';
import type { Config } from '../config.ts';
import { readForm } from '../http/input/form.pipe.ts';
import type { SignedIn } from '../http/request.ts';
import { Clock } from '../kernel/clock.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { derivedKey } from '../kernel/keys/derived-key.ts';
import { Macs } from '../kernel/keys/macs.ts';
import { Refused } from '../kernel/refused.ts';
import { configToken } from '../kernel/tokens.ts';
import { ReadStore } from '../kernel/views/port.ts';

const idCharacters = 32;

type Reporter = Pick<ContentReportedData, 'reporter_id' | 'reporter_role' | 'email'> & {
  /** Identifies the person. It only leaves this process as a MAC. */
  readonly person: string;
};

@Injectable()
export class ContentReports {
  readonly #macs: Macs;

  constructor(
    @Inject(configToken) config: Config,
    private readonly views: ReadStore,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {
    this.#macs = new Macs(config, (secret) => derivedKey(secret, 'reports'));
  }

  /** Returns the position of the report. @throws Refused for an item that never existed, or a visitor without an address */
  async make(contentId: string, form: ReportForm, caller: SignedIn | null, metadata: EventMetadata): Promise<number> {
    const report_id = this.clock.newId();
    const { person, ...reporter } = await this.#reporterOf(form, caller, report_id);
    if (!(await this.views.get<OwnContent>('own-content', contentId))) throw new Refused(notFound());
    const made: ContentReportedData = {
      report_id,
      content_id: contentId,
      ...reporter,
      reason: form.reason,
      details: form.details,
      reported_at: this.clock.now().toISOString(),
    };
    const { position } = await this.commands.execute(
      new Dispatch(report, this.#streamIdOf(contentId, person), { kind: 'report', report: made }, metadata),
    );
    return position;
  }

  async #reporterOf(form: ReportForm, caller: SignedIn | null, reportId: string): Promise<Reporter> {
    if (caller && caller.role !== 'admin') {
      return { reporter_id: caller.id, reporter_role: caller.role, email: null, person: caller.id };
    }
    const { email } = await readForm(VisitorReportForm, form);
    return { reporter_id: reportId, reporter_role: 'visitor', email, person: email.toLowerCase() };
  }

  #streamIdOf(contentId: string, person: string): string {
    return this.#macs
      .sign(JSON.stringify([contentId, person]))
      .toString('hex')
      .slice(0, idCharacters);
  }
}
