import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from './kernel/clock.ts';
import { BadConfig, readConfig } from './config.ts';
import { StoreMismatch } from './kernel/store-consistency.ts';
import { openVault } from './kernel/engines.ts';
import { isUnavailable } from './kernel/unavailable.ts';
import { MasterKeys } from './kernel/keys/master-keys.ts';
import { rewrapKeys } from './kernel/keys/rotate.ts';
import { addSigningKey } from './kernel/keys/signing-keys.ts';
import { runForOperator, say } from './operator-command.ts';

const usage = 'npm run rotate-keys [-- --new-signing-key], with the settings that the service starts with';

/** Called before the settings are read, as that would generate secrets in an empty folder. */
const refuseMissingVault = ({ READ_STORE_URL, DATA_DIR = '.data' }: NodeJS.ProcessEnv) => {
  if (READ_STORE_URL?.startsWith('mongodb') || existsSync(join(DATA_DIR, 'vault.db'))) return;
  throw new StoreMismatch(`There is no vault.db in ${DATA_DIR}: set DATA_DIR to the service's data folder.`);
};

const rotate = async (signal: AbortSignal) => {
  const { values } = parseArgs({ options: { 'new-signing-key': { type: 'boolean' } } });
  refuseMissingVault(process.env);
  const config = readConfig(process.env);
  const masterKeys = MasterKeys.of(config);
  const vault = await openVault(config);
  try {
    const count = await rewrapKeys({ vault, masterKeys, signal });
    say(`Rewrapped ${count} keys: all keys are now wrapped with the current MASTER_KEY.`);
    if (config.otherMasterKeys.length > 0) say('Next: start without MASTER_KEY_OTHERS.');
    if (!values['new-signing-key']) return;
    const kid = await addSigningKey({ vault, masterKeys, clock: systemClock });
    say(`A new key, ${kid}, will sign tokens in two minutes; tokens of the old key stay valid for another hour.`);
  } finally {
    await vault.close();
  }
};

const refusalOf = (error: unknown): string | null => {
  const { message, code } = error as Error & { code?: string };
  if (error instanceof StoreMismatch || error instanceof BadConfig || isUnavailable(error)) return message;
  return code?.startsWith('ERR_PARSE_ARGS') ? `${message} ${usage}` : null;
};

await runForOperator(rotate, 'Stopped. Keys rewrapped so far stay that way; run this again to continue.', refusalOf);
