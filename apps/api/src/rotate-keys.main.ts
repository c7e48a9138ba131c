import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from './kernel/clock.ts';
import { BadConfig, readConfig } from './config.ts';
import { DataDoNotFit } from './kernel/belonging.ts';
import { openVault } from './kernel/engines.ts';
import { isUnavailable } from './kernel/unavailable.ts';
import { MasterKeys } from './kernel/keys/master-keys.ts';
import { rewrapKeys } from './kernel/keys/rotate.ts';
import { addSigningKey } from './kernel/keys/signing-keys.ts';

const usage = 'npm run rotate-keys [-- --new-signing-key], with the settings that the product was started with';
/** By their signals, as a shell tells them. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Before the settings are read, which would make secrets in a folder that has none. */
const refuseMissingVault = ({ READ_STORE_URL, DATA_DIR = '.data' }: NodeJS.ProcessEnv) => {
  if (READ_STORE_URL?.startsWith('mongodb') || existsSync(join(DATA_DIR, 'vault.db'))) return;
  throw new DataDoNotFit(`There is no vault.db in ${DATA_DIR}: name the shop's folder with DATA_DIR.`);
};

const rotate = async (signal: AbortSignal) => {
  const { values } = parseArgs({ options: { 'new-signing-key': { type: 'boolean' } } });
  refuseMissingVault(process.env);
  const config = readConfig(process.env);
  const masterKeys = MasterKeys.of(config);
  const vault = await openVault(config);
  try {
    const count = await rewrapKeys({ vault, masterKeys, signal });
    say(`Rewrapped ${count} keys: all of them are wrapped by the current MASTER_KEY now.`);
    if (config.otherMasterKeys.length > 0) say('Next: start without MASTER_KEY_OTHERS.');
    if (!values['new-signing-key']) return;
    const kid = await addSigningKey({ vault, masterKeys, clock: systemClock });
    say(`Tokens are signed by a new key, ${kid}, in two minutes; the one before is believed for an hour more.`);
  } finally {
    await vault.close();
  }
};

/** A fault that the operator can fix, in one line; null for all others. */
const refusalOf = (error: unknown): string | null => {
  const { message, code } = error as Error & { code?: string };
  if (error instanceof DataDoNotFit || error instanceof BadConfig || isUnavailable(error)) return message;
  return code?.startsWith('ERR_PARSE_ARGS') ? `${message} ${usage}` : null;
};

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort(signal));
try {
  await rotate(stopping.signal);
} catch (error) {
  if (error === 'SIGINT' || error === 'SIGTERM') {
    say('Stopped. What was rewrapped stays so; run it again to continue.');
    process.exitCode = exitCodes[error];
  } else {
    process.stderr.write(`${refusalOf(error) ?? (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
