import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { reconciledDays, reconciledDaysMax, underWayMinutes } from '@tessera/domain/books/forms';
import { reconciliationRunning } from '@tessera/domain/books/books-failures';
import type { GatewayPayment } from '@tessera/domain/books/gateway-payments.view';
import type { Reconciliation } from '@tessera/domain/books/reconciliations.view';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { Clock } from '../kernel/clock.ts';
import { Vault } from '../kernel/records/port.ts';
import { Refused } from '../kernel/refused.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { BackgroundWork } from '../kernel/work/background-work.ts';
import type { ReconcileSpan } from './reconciler.ts';
import { Reconciler } from './reconciler.ts';

const dayMs = 86_400_000;
/** How long to wait after the gateway didn't answer. */
const retryMs = 600_000;

const earliest = { sort: { field: 'moved_at', descending: false }, limit: 1 } as const;
const latest = { sort: { field: 'at', descending: true }, limit: 1 } as const;

/** The one comparison that an admin has asked for; its record is there until it is over. */
const asked = { collection: 'asked-reconciliations', key: 'next' };

interface Asked {
  readonly span: ReconcileSpan;
  readonly metadata: EventMetadata;
}

/** Compares the gateway's list with the log each day, and whenever an admin asks; all nodes together one at a time. */
@Injectable()
export class Reconciliations implements OnApplicationBootstrap {
  constructor(
    private readonly work: BackgroundWork,
    private readonly reconciler: Reconciler,
    private readonly views: ReadStore,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap() {
    this.work.start({ name: 'reconciling payments', round: () => this.compare() });
  }

  /** Doesn't wait for the result, which live connections get. @throws Refused while another one is asked for */
  async start(span: ReconcileSpan, metadata: EventMetadata): Promise<void> {
    const isFirst = await this.vault.insert(asked.collection, asked.key, { span, metadata } satisfies Asked);
    if (!isFirst) throw new Refused(reconciliationRunning());
  }

  private async compare() {
    const wanted = await this.vault.get<Asked>(asked.collection, asked.key);
    if (!wanted) return this.daily();
    try {
      await this.reconciler.reconcile(wanted.span, wanted.metadata);
    } finally {
      await this.vault.delete(asked.collection, asked.key);
    }
  }

  private async daily() {
    const last = (await this.views.find<Reconciliation>('reconciliations', latest)).items[0]?.document;
    // From times of this process' clock, which they are compared with: the log's clock may differ.
    const sinceAt = last ? last.to : await this.firstMovedAt();
    if (sinceAt === null) return;
    const passedMs = this.clock.now().getTime() - Date.parse(sinceAt);
    if (passedMs < (last && last.failure !== null ? retryMs : dayMs)) return;
    // Covers all days since the last one, however long ago it was.
    const since = Math.ceil(passedMs / dayMs) + 1;
    const days = Math.min(reconciledDaysMax, Math.max(reconciledDays, since));
    const metadata = { actor: 'system', correlation: this.clock.newId(), causation: null };
    await this.reconciler.reconcile({ days, underWayMinutes }, metadata);
  }

  private async firstMovedAt(): Promise<string | null> {
    const { items } = await this.views.find<GatewayPayment>('gateway-payments', earliest);
    return items[0]?.document.moved_at ?? null;
  }
}
