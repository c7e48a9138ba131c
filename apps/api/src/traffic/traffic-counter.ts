import { Inject, Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { isOnSale } from '@tessera/domain/content/own-content.view';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { dayOf } from '@tessera/domain/ledger';
import type { InteractionForm } from '@tessera/domain/traffic/forms';
import { countedEntriesMax, traffic } from '@tessera/domain/traffic/traffic';
import type { TrafficCountedData } from '@tessera/domain/traffic/traffic';
import { Tally } from '@tessera/domain/traffic/tally';
import type { Interaction } from '@tessera/domain/traffic/tally';
import { readCode } from '@tessera/domain/referrals/code-format';
import { referralCode } from '@tessera/domain/referrals/referral-code';
import type { Logger } from 'pino';
import type { SignedIn } from '../http/request.ts';
import { Clock } from '../kernel/clock.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { loggerToken } from '../kernel/tokens.ts';
import { ReadStore } from '../kernel/views/port.ts';

const writeEveryMs = 5 * 60_000;

interface Batch {
  readonly id: string;
  readonly counted: TrafficCountedData;
}

/**
 * Counts item views, cart adds and referral visits. Every five minutes, when a day is over and at shutdown, it
 * records the counts of all visitors together as an event. A process that is killed loses what it has not recorded.
 */
@Injectable()
export class TrafficCounter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #tally = new Tally();
  /** Taken from the tally, but perhaps not in the log yet: they are written again under the same ids. */
  #unwritten: readonly Batch[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** The day of the last count. */
  #day: string | undefined;

  constructor(
    private readonly commands: CommandBus,
    private readonly views: ReadStore,
    private readonly streams: Streams,
    private readonly clock: Clock,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.#timer = setInterval(() => void this.write(), writeEveryMs).unref();
  }

  async beforeApplicationShutdown() {
    clearInterval(this.#timer);
    await this.write();
  }

  /** Counts visits to what is public. Creators' visits to their own items and links don't count. */
  async count(form: InteractionForm, caller: SignedIn | null) {
    const interaction = await this.#interactionOf(form, caller);
    if (!interaction || interaction.creator_id === caller?.id) return;
    const day = dayOf(this.clock.now().toISOString());
    const isNewDay = this.#day !== undefined && day !== this.#day;
    this.#day = day;
    this.#tally.add(interaction, day);
    if (isNewDay || this.#tally.entries >= countedEntriesMax) void this.write();
  }

  /** Records all counts so far. Any that can't be recorded are kept for the next time. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() =>
      this.#write().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'visits could not be recorded yet; trying again later'),
      ),
    );
    return this.#writing;
  }

  async #write() {
    if (this.#unwritten.length === 0) {
      this.#unwritten = this.#tally.take().map((counted) => ({ id: this.clock.newId(), counted }));
    }
    for (const batch of this.#unwritten) {
      const { id, counted } = batch;
      const metadata = { actor: 'system', correlation: id, causation: null };
      await this.commands.execute(new Dispatch(traffic, id, { kind: 'count', counted }, metadata));
      this.#unwritten = this.#unwritten.filter((other) => other !== batch);
    }
  }

  async #interactionOf({ kind, id }: InteractionForm, caller: SignedIn | null): Promise<Interaction | null> {
    if (kind === 'visit') {
      const code = readCode(id);
      const found = code && (await this.streams.loadPublic(referralCode, code));
      if (!found || found.status !== 'open') return null;
      return { kind, code: found.code.code, creator_id: found.code.creator_id };
    }
    // Only brands have a cart.
    if (kind === 'cart' && caller?.role !== 'brand') return null;
    const stored = await this.views.get<OwnContent>('own-content', id);
    if (!stored || !isOnSale(stored.document)) return null;
    return { kind, content_id: id, creator_id: stored.document.item.creator_id };
  }
}
