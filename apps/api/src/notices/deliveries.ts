import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { DomainEvent } from '@tessera/domain/kernel/event';
import type { MailOutcome } from '@tessera/domain/undelivered';
import type { Logger } from 'pino';
import { Clock } from '../kernel/clock.ts';
import { Mailer, MailNotSent } from '../adapters/mail/port.ts';
import type { Mail } from '../adapters/mail/port.ts';
import { MediaStoreUnavailable } from '../adapters/media/port.ts';
import { RecentMap } from '../kernel/recent-map.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { loggerToken } from '../kernel/tokens.ts';
import { isUnavailable } from '../kernel/unavailable.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import type { Notice } from './notice.ts';

/** After each failure of a notice's own; after the last one it is tried at that pace. */
const ownPausesMs = [5_000, 30_000, 120_000, 600_000, 3_600_000];
/** After each failure that any notice would have had. */
const awayPausesMs = [1_000, 5_000, 15_000, 60_000, 300_000];
/** What is being sent when the process stops gets so long. */
const closingMaxMs = 3_000;
/** No mail server takes longer: what another process began before that has been taken, or never will be. */
export const sendingMaxMs = 120_000;
/** Notices that are written or sent at the same time: one that takes long holds up none of the others. */
const atOnceMax = 16;
/** Notices that failed and are remembered; of one that is forgotten, the pauses begin again. */
const failedMax = 10_000;

interface Tries {
  readonly failed: number;
  /** On this process' own clock. */
  readonly againAtMs: number;
}

interface UnderWay {
  readonly tenure: Tenure;
  readonly done: Promise<void>;
}

const none: Tries = { failed: 0, againAtMs: 0 };

const afterOneMore = ({ failed }: Tries, pausesMs: readonly number[]): Tries => ({
  failed: failed + 1,
  againAtMs: performance.now() + (pausesMs[failed] ?? pausesMs.at(-1) ?? 0),
});

const concernsAll = (error: unknown) =>
  error instanceof MailNotSent ? !error.isOfThisMail : error instanceof MediaStoreUnavailable || isUnavailable(error);

/** Waits for what was started; once the signal was aborted, a moment longer. */
const finishing = async (begun: Promise<void>, signal: AbortSignal) => {
  const done = new AbortController();
  const outOfTime = async () => {
    await once(signal, 'abort', { signal: done.signal });
    await delay(closingMaxMs, undefined, { signal: done.signal });
    throw new Error('The process stops');
  };
  try {
    await Promise.race([begun, outOfTime()]);
  } finally {
    done.abort();
  }
};

/**
 * Sends notices, several at once, and records what became of each. Whether one was sent is asked of the log, never of a
 * view. The event comes after the mail server took the email, so that none is lost; a crash in between sends it once more,
 * under the same Message-ID. Whoever has lost the lease hands nothing over anymore, and who takes it over waits for what was
 * under way.
 */
@Injectable()
export class Deliveries {
  /** What became of notices that could not be recorded yet. */
  private readonly outcomes = new Map<string, MailOutcome>();
  private readonly tries = new RecentMap<string, Tries>(failedMax);
  private readonly underWay = new Map<string, UnderWay>();
  /** Of what every notice needs. */
  private away = none;

  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** False while what every notice needs is down. */
  get isAvailable() {
    return performance.now() >= this.away.againAtMs;
  }

  /**
   * Begins to deliver a notice as soon as fewer than so many are under way; one that is under way already, or failed a
   * moment ago, is left alone. Never rejects: what failed is tried again when it is requested again, after a while.
   */
  async begin<State, Command, Event extends DomainEvent>(
    notice: Notice<State, Command, Event>,
    tenure: Tenure,
  ): Promise<void> {
    const { name } = notice;
    if (this.underWay.has(name) || performance.now() < this.triesOf(name).againAtMs) return;
    while (this.underWay.size >= atOnceMax) await Promise.race([...this.underWay.values()].map(({ done }) => done));
    if (tenure.signal.aborted || !this.isAvailable) return;
    const done = this.deliver(notice, tenure).finally(() => this.underWay.delete(name));
    this.underWay.set(name, { tenure, done });
  }

  /** Resolves when nothing is under way of what was begun under this tenure. */
  async ended(tenure: Tenure) {
    const left = [...this.underWay.values()].filter((each) => each.tenure === tenure);
    await Promise.all(left.map(({ done }) => done));
  }

  private async deliver<State, Command, Event extends DomainEvent>(
    notice: Notice<State, Command, Event>,
    tenure: Tenure,
  ): Promise<void> {
    const { name } = notice;
    const begunAtMs = performance.now();
    try {
      const outcome = this.outcomes.get(name) ?? (await this.outcomeOf(notice, tenure));
      if (outcome) {
        this.away = none;
        await this.record(notice, outcome);
      }
      this.tries.delete(name);
    } catch (error) {
      if (tenure.signal.aborted) return;
      this.logger.warn({ err: error, notice: name }, 'a notice was not sent yet; trying again');
      if (!concernsAll(error)) this.tries.set(name, afterOneMore(this.triesOf(name), ownPausesMs));
      // Those that were under way together fail together: one failure.
      else if (begunAtMs >= this.away.againAtMs) this.away = afterOneMore(this.away, awayPausesMs);
    }
  }

  /** Null where there is nothing to be done about it now. */
  private async outcomeOf<State, Command, Event extends DomainEvent>(
    notice: Notice<State, Command, Event>,
    tenure: Tenure,
  ): Promise<MailOutcome | null> {
    const { state } = await this.streams.load(notice.decider, notice.id);
    if (notice.isSettled(state)) return null;
    const mail = await notice.write();
    if (mail === null || typeof mail === 'string') return mail;
    return tenure.isHeld() ? this.send(mail, notice.giveUpAtMs, tenure.signal) : null;
  }

  private async send(mail: Mail, giveUpAtMs: number, signal: AbortSignal): Promise<MailOutcome> {
    try {
      await finishing(this.mailer.send(mail), signal);
      return 'sent';
    } catch (error) {
      if (!(error instanceof MailNotSent) || !error.isOfThisMail) throw error;
      if (error.maySucceedLater && this.clock.now().getTime() < giveUpAtMs) throw error;
      return 'refused';
    }
  }

  private async record<State, Command, Event extends DomainEvent>(
    { name, decider, id, commandOf }: Notice<State, Command, Event>,
    outcome: MailOutcome,
  ) {
    this.outcomes.set(name, outcome);
    const metadata = { actor: 'system', correlation: id, causation: null };
    await this.commands.execute(new Dispatch(decider, id, commandOf(outcome), metadata));
    this.outcomes.delete(name);
    if (outcome !== 'sent') this.logger.warn({ notice: name, reason: outcome }, 'a notice was given up');
  }

  private triesOf(name: string) {
    return this.tries.get(name) ?? none;
  }
}
