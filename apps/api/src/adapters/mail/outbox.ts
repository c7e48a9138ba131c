import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MailNotSent } from './port.ts';
import type { Mail, Mailer } from './port.ts';

/** Emails being written or sent; what comes on top is dropped, and its reader asks again. */
const underWayMax = 500;
/** Before the second, third and fourth try. */
const retryDelaysMs = [1_000, 5_000, 25_000] as const;
const closingMaxMs = 3_000;

export interface OutboxSettings {
  readonly mailer: Mailer;
  readonly logger: Logger;
  readonly delaysMs?: readonly number[];
}

/**
 * Writes and sends emails beside the requests that ask for them, so that no answer waits for an email, fails with it, or
 * tells by its time whether there was one. An email that fails is tried again a few times; then it is lost, and logged
 * without its address.
 */
export class Outbox {
  readonly #mailer: Mailer;
  readonly #logger: Logger;
  readonly #delaysMs: readonly number[];
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();

  constructor({ mailer, logger, delaysMs = retryDelaysMs }: OutboxSettings) {
    this.#mailer = mailer;
    this.#logger = logger;
    this.#delaysMs = delaysMs;
  }

  /** `write` answers null where nobody is to get an email. */
  post(about: string, write: () => Promise<Mail | null>) {
    if (this.#closing.signal.aborted) return;
    if (this.#underWay.size >= underWayMax) {
      this.#logger.error({ about }, 'a mail was dropped: too many are under way');
      return;
    }
    const done = this.#deliver(about, write).finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** What waits for another try is given up; what is being sent gets a moment. */
  async onApplicationShutdown() {
    this.#closing.abort();
    await Promise.race([this.idle(), delay(closingMaxMs, undefined, { ref: false })]);
    this.#mailer.close();
  }

  async #deliver(about: string, write: () => Promise<Mail | null>) {
    try {
      // First the answer of the request at hand goes out.
      await new Promise((resolve) => setImmediate(resolve));
      const mail = await write();
      if (mail) await this.#send(about, mail);
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#logger.error({ about, err: error }, 'a mail was not sent');
    }
  }

  async #send(about: string, mail: Mail) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#mailer.send(mail);
      } catch (error) {
        const delayMs = this.#delaysMs[attempt];
        if (delayMs === undefined || (error instanceof MailNotSent && !error.maySucceedLater)) throw error;
        this.#logger.warn({ about, err: error, attempt: attempt + 1 }, 'a mail was not sent yet');
        await delay(delayMs, undefined, { signal: this.#closing.signal });
      }
    }
  }
}
