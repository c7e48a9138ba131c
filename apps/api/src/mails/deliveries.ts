import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
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
import { Foreground } from '../kernel/work/foreground.ts';
import type { Tenure } from '../kernel/work/lease.ts';
import { MailFailures } from './mail-failures.ts';
import type { Notice } from './notice.ts';

/** The pauses after failures of one notice; the last one repeats. */
const noticePausesMs = [5_000, 30_000, 120_000, 600_000, 3_600_000];
/** The pauses after failures that would have hit any notice; the last one repeats. */
const outagePausesMs = [1_000, 5_000, 15_000, 60_000, 300_000];
/** How long a mail that is being sent gets when the process stops. */
const closingMaxMs = 3_000;
/** No mail server takes longer: a mail that another process began to send before that was accepted, or never will be. */
export const sendingMaxMs = 120_000;
/** For how long a mail is tried again after the recipient's mail server refuses it temporarily. */
export const retryForMs = 7 * 86_400_000;
/** How many notices are written or sent at the same time, so that a slow one doesn't hold up the others. */
const concurrentMax = { urgent: 4, other: 16 };
/** How many failed notices are remembered; the pauses of a forgotten one start over. */
const rememberedMax = 10_000;

interface Failures {
  readonly count: number;
  /** When to try again, on the clock of `performance.now()`. */
  readonly retryAtMs: number;
}

interface UnderWay {
  readonly lane: keyof typeof concurrentMax;
  readonly tenure: Tenure;
  readonly done: Promise<void>;
}

const noFailures: Failures = { count: 0, retryAtMs: 0 };

const oneMoreFailure = ({ count }: Failures, pausesMs: readonly number[]): Failures => ({
  count: count + 1,
  retryAtMs: performance.now() + (pausesMs[count] ?? pausesMs.at(-1) ?? 0),
});

const isOutage = (error: unknown) =>
  error instanceof MailNotSent ? !error.isOfThisMail : error instanceof MediaStoreUnavailable || isUnavailable(error);

/** Waits for a mail that is being sent, but only a moment longer once the signal is aborted. */
const finish = async (sending: Promise<void>, signal: AbortSignal) => {
  const done = new AbortController();
  const outOfTime = async () => {
    await once(signal, 'abort', { signal: done.signal });
    await delay(closingMaxMs, undefined, { signal: done.signal });
    throw new Error('The process stops');
  };
  try {
    await Promise.race([sending, outOfTime()]);
  } finally {
    done.abort();
  }
};

/**
 * Sends notices, several at once, and records what became of each. Whether a notice was sent is decided by the log, never
 * by a view. The event is recorded after the mail server accepted the email, so that none is lost; after a crash in between,
 * the email is sent again under the same Message-ID. A process that has lost the lease sends nothing more, and the next
 * holder waits until whatever was under way must be over.
 */
@Injectable()
export class Deliveries implements OnApplicationShutdown {
  /** Outcomes that could not be recorded yet. */
  private readonly outcomes = new Map<string, MailOutcome>();
  private readonly failures = new RecentMap<string, Failures>(rememberedMax);
  private readonly underWay = new Map<string, UnderWay>();
  /** Failures of something that every notice needs, such as the mail server. */
  private outage = noFailures;

  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly foreground: Foreground,
    private readonly noted: MailFailures,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** False during an outage of something that every notice needs. */
  get isAvailable() {
    return performance.now() >= this.outage.retryAtMs;
  }

  onApplicationShutdown() {
    this.mailer.close();
  }

  /**
   * Starts to deliver a notice once fewer of its lane than `concurrentMax` are under way, and as a rule in a pause between
   * commands. A notice that is already under way, or failed a moment ago, is ignored. Never rejects: the next call after
   * the pause tries a failed notice again.
   */
  async begin<State, Command, Event extends DomainEvent>(
    notice: Notice<State, Command, Event>,
    tenure: Tenure,
  ): Promise<void> {
    const { name } = notice;
    if (this.underWay.has(name) || performance.now() < this.failuresOf(name).retryAtMs) return;
    const lane = notice.isUrgent ? 'urgent' : 'other';
    for (let ahead = this.ahead(lane); ahead.length >= concurrentMax[lane]; ahead = this.ahead(lane)) {
      await Promise.race(ahead);
    }
    await this.foreground.pause();
    if (tenure.signal.aborted || !this.isAvailable || this.underWay.has(name)) return;
    const done = this.deliver(notice, tenure).finally(() => this.underWay.delete(name));
    this.underWay.set(name, { lane, tenure, done });
  }

  /** Resolves when every delivery that was begun under this tenure is over. */
  async allDone(tenure: Tenure) {
    const remaining = [...this.underWay.values()].filter((each) => each.tenure === tenure);
    await Promise.all(remaining.map(({ done }) => done));
  }

  private async deliver<State, Command, Event extends DomainEvent>(
    notice: Notice<State, Command, Event>,
    tenure: Tenure,
  ): Promise<void> {
    const { name } = notice;
    const begunAtMs = performance.now();
    try {
      const outcome = this.outcomes.get(name) ?? (await this.outcomeOf(notice, tenure));
      const wasOutage = this.outage !== noFailures;
      if (outcome) {
        this.outage = noFailures;
        await this.record(notice, outcome);
        if (wasOutage) await this.noted.forget(null);
      }
      await this.forgetFailures(name);
    } catch (error) {
      if (tenure.signal.aborted) return;
      this.logger.warn({ err: error, notice: name }, 'a notice was not sent yet; trying again');
      const isEveryMails = isOutage(error);
      if (!isEveryMails) this.failures.set(name, oneMoreFailure(this.failuresOf(name), noticePausesMs));
      // Notices that were under way together fail together: that counts as one failure.
      else if (begunAtMs >= this.outage.retryAtMs) this.outage = oneMoreFailure(this.outage, outagePausesMs);
      // Nothing depends on the note; in an outage of the vault, there is none.
      await this.noted.note(isEveryMails ? null : name, error).catch(() => undefined);
    }
  }

  /** Null if there is nothing to do about this notice now. */
  private async outcomeOf<State, Command, Event extends DomainEvent>(
    notice: Notice<State, Command, Event>,
    tenure: Tenure,
  ): Promise<MailOutcome | null> {
    const { state } = await this.streams.load(notice.decider, notice.id);
    if (notice.isSettled(state)) {
      await notice.onSettled?.();
      return null;
    }
    const mail = await notice.write();
    if (mail === null || typeof mail === 'string') return mail;
    return tenure.isHeld() ? this.send(mail, notice.giveUpAtMs, tenure.signal) : null;
  }

  private async send(mail: Mail, giveUpAtMs: number, signal: AbortSignal): Promise<MailOutcome> {
    try {
      await finish(this.mailer.send(mail), signal);
      return 'sent';
    } catch (error) {
      if (!(error instanceof MailNotSent) || !error.isOfThisMail) throw error;
      if (error.maySucceedLater && this.clock.now().getTime() < giveUpAtMs) throw error;
      return 'refused';
    }
  }

  private async record<State, Command, Event extends DomainEvent>(
    { name, decider, id, commandOf, onSettled }: Notice<State, Command, Event>,
    outcome: MailOutcome,
  ) {
    this.outcomes.set(name, outcome);
    const metadata = { actor: 'system', correlation: id, causation: null };
    await this.commands.execute(new Dispatch(decider, id, commandOf(outcome), metadata));
    this.outcomes.delete(name);
    await onSettled?.();
    if (outcome !== 'sent') this.logger.warn({ notice: name, reason: outcome }, 'a notice was given up');
  }

  private async forgetFailures(name: string) {
    if (this.failuresOf(name) === noFailures) return;
    this.failures.delete(name);
    await this.noted.forget(name);
  }

  private ahead(lane: UnderWay['lane']) {
    return [...this.underWay.values()].filter((each) => each.lane === lane).map(({ done }) => done);
  }

  private failuresOf(name: string) {
    return this.failures.get(name) ?? noFailures;
  }
}
