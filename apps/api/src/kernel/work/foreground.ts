import { performance } from 'node:perf_hooks';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** For how long after a command was answered the next one is expected, in milliseconds. */
const expectedForMs = 100;
/** How long this thread must have been idle since background work last began, in milliseconds. */
const idleMinMs = 2;
/** The same while a command is under way. */
const idleMinUnderWayMs = 5;
/** How long background work waits at most: it must get on even if commands never stop coming. */
const patienceMs = 100;
const lookEveryMs = 2;

const idleMs = () => performance.eventLoopUtilization().idle;

/**
 * Lets background work begin without keeping those waiting who have sent a command. While commands come in, it gets a
 * part of the time that they leave this thread idle; otherwise it never waits.
 */
@Injectable()
export class Foreground {
  #commands = 0;
  #answeredAtMs = -Infinity;
  #idleAtBeginMs = 0;
  #lastPause: Promise<void> = Promise.resolve();

  /** Counts a command that has arrived. Call the returned function once it has been answered. */
  enter(): () => void {
    this.#commands += 1;
    return () => {
      this.#commands -= 1;
      this.#answeredAtMs = performance.now();
    };
  }

  /** Resolves when background work may begin. Whoever waits for that gets a turn one after another. */
  pause(): Promise<void> {
    this.#lastPause = this.#lastPause.then(() => this.#pause());
    return this.#lastPause;
  }

  async #pause(): Promise<void> {
    // Commands that have reached this process, but not this class, are counted first.
    await setImmediate();
    const untilMs = performance.now() + patienceMs;
    while (this.#isBusy() && performance.now() < untilMs) await delay(lookEveryMs, undefined, { ref: false });
    this.#idleAtBeginMs = idleMs();
  }

  #isBusy() {
    const isExpected = this.#commands > 0 || performance.now() < this.#answeredAtMs + expectedForMs;
    const idleMin = this.#commands > 0 ? idleMinUnderWayMs : idleMinMs;
    return isExpected && idleMs() < this.#idleAtBeginMs + idleMin;
  }
}
