import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MailNotSent } from './port.ts';
import type { Mail, Mailer } from './port.ts';

/** Emails being written or sent at a time. Any more are dropped, and their readers must ask again. */
const pendingMax = 500;
/** Before the second, third and fourth try. */
const retryDelaysMs = [1_000, 5_000, 25_000] as const;
const closingMaxMs = 3_000;

/**
 * Writes and sends emails outside of the requests that cause them, so that no response waits for an email, fails with
 * it, or reveals by its timing whether one was sent. An email that fails is retried a few times, then dropped and
 * logged without its address.
 */
export class Outbox {
  readonly #closing = new AbortController();
  readonly #pending = new Set<Promise<void>>();

  constructor(
    private readonly mailer: Mailer,
    private readonly logger: Logger,
    private readonly delaysMs: readonly number[] = retryDelaysMs,
  ) {}

  /** @param write resolves to null when nobody should get an email */
  post(about: string, write: () => Promise<Mail | null>) {
    if (this.#closing.signal.aborted) return;
    if (this.#pending.size >= pendingMax) {
      this.logger.error({ about }, 'an email was dropped: too many are pending');
      return;
    }
    const done = this.#deliver(about, write).finally(() => this.#pending.delete(done));
    this.#pending.add(done);
  }

  /** Resolves when nothing is pending. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** Drops emails that wait for a retry, and gives those being sent a moment to finish. */
  async onApplicationShutdown() {
    this.#closing.abort();
    await Promise.race([this.idle(), delay(closingMaxMs, undefined, { ref: false })]);
    this.mailer.close();
  }

  async #deliver(about: string, write: () => Promise<Mail | null>) {
    try {
      // Lets the response of the current request go out first.
      await new Promise((resolve) => setImmediate(resolve));
      const mail = await write();
      if (mail) await this.#send(about, mail);
    } catch (error) {
      if (!this.#closing.signal.aborted) this.logger.error({ about, err: error }, 'an email was not sent');
    }
  }

  async #send(about: string, mail: Mail) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.mailer.send(mail);
      } catch (error) {
        const delayMs = this.delaysMs[attempt];
        if (delayMs === undefined || (error instanceof MailNotSent && !error.maySucceedLater)) throw error;
        this.logger.warn({ about, err: error, attempt: attempt + 1 }, 'an email was not sent; trying again');
        await delay(delayMs, undefined, { signal: this.#closing.signal });
      }
    }
  }
}
