import type { MigrationProgress, OnProgress } from './migration.ts';

const barChars = 24;
/** How often a new line is printed, and how often a terminal's line is redrawn. */
const lineEveryMs = 5_000;
const redrawEveryMs = 100;
const clearLine = '\r\u001b[K';

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows a migration's progress: on a terminal in a line that is redrawn, elsewhere as a line every few seconds. */
export const progressLine = (output: Output) => {
  const everyMs = output.isTTY ? redrawEveryMs : lineEveryMs;
  let step = '';
  let begun = { atMs: 0, count: 0 };
  let shownAtMs = Date.now();

  const lineOf = ({ count, done }: MigrationProgress, nowMs: number) => {
    const filled = Math.round(done * barChars);
    const rate = Math.round(((count - begun.count) * 1_000) / Math.max(1, nowMs - begun.atMs));
    const bar = '█'.repeat(filled) + '░'.repeat(barChars - filled);
    return `${step.padEnd(19)} ${bar} ${String(Math.floor(done * 100)).padStart(3)} %  ${count}  ${rate}/s`;
  };

  const show: OnProgress = (progress) => {
    const nowMs = Date.now();
    if (progress.step !== step) {
      step = progress.step;
      begun = { atMs: nowMs, count: progress.count };
    }
    if (nowMs - shownAtMs < everyMs) return;
    shownAtMs = nowMs;
    const line = lineOf(progress, nowMs);
    output.write(output.isTTY ? clearLine + line : `${line}\n`);
  };
  return {
    show,
    /** Clears the line for whatever is printed next. */
    clear: () => void (output.isTTY && output.write(clearLine)),
  };
};
