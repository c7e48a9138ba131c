/** Exit codes for each signal, as shells report them. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

export const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Runs something beside the service until it is done, or a signal stops it.
 * @param refusalOf says a problem that the operator can fix in one line; null for any other
 */
export const runForOperator = async (
  run: (signal: AbortSignal) => Promise<void>,
  stopped: string,
  refusalOf: (error: unknown) => string | null,
) => {
  const stopping = new AbortController();
  // Not `once`: a terminal sends the signal to npm as well, which passes it on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort(signal));
  try {
    await run(stopping.signal);
  } catch (error) {
    if (error === 'SIGINT' || error === 'SIGTERM') {
      say(stopped);
      process.exitCode = exitCodes[error];
    } else {
      process.stderr.write(`${refusalOf(error) ?? (error as Error).stack}\n`);
      process.exitCode = 1;
    }
  }
};
