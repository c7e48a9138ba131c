import { parseArgs } from 'node:util';
import { LogDamaged } from '../kernel/log/sqlite/damaged.ts';
import { RevisionConflict } from '../kernel/log/port.ts';
import { isUnavailable } from '../kernel/unavailable.ts';
import { runForOperator, say } from '../operator-command.ts';
import type { Endpoint } from './endpoints.ts';
import { parseEndpoint, openLogSource, openLogTarget, openVaultSource, openVaultTarget } from './endpoints.ts';
import { type MigratedLog, migrateLog } from './migrate-log.ts';
import { excluded, type MigratedVault, migrateVault } from './migrate-vault.ts';
import { MigrationRefused } from './migration.ts';
import { progressLine } from './progress-line.ts';

const usage =
  'npm run migrate-events -- --from sqlite:DATA_DIR --to esdb://HOST:2113 ' +
  '[--vault-from sqlite:DATA_DIR --vault-to mongodb://HOST/NAME]; either side may use either engine';

interface Endpoints {
  readonly log: { readonly from: Endpoint; readonly to: Endpoint };
  readonly vault: { readonly from: Endpoint; readonly to: Endpoint } | null;
}

const logEndpoint = (option: string, text: string) =>
  parseEndpoint(option, text, /^esdb(\+discover)?:\/\/\S+$/, 'esdb://host:2113?tls=false');
const vaultEndpoint = (option: string, text: string) =>
  parseEndpoint(option, text, /^mongodb(\+srv)?:\/\/\S+$/, 'mongodb://host:27017/tessera?replicaSet=rs0');

const refuseSame = (option: string, from: Endpoint, to: Endpoint) => {
  if (JSON.stringify(from) !== JSON.stringify(to)) return;
  throw new MigrationRefused(`${option}: source and target are the same`);
};

const parseArguments = (): Endpoints => {
  const text = { type: 'string' } as const;
  const options = { from: text, to: text, 'vault-from': text, 'vault-to': text };
  const { from, to, 'vault-from': vaultFrom, 'vault-to': vaultTo } = parseArgs({ options }).values;
  if (!from || !to) throw new MigrationRefused(`Give a source and a target. ${usage}`);
  if (!vaultFrom !== !vaultTo)
    throw new MigrationRefused(`Migrating the vault needs both --vault-from and --vault-to. ${usage}`);
  const log = { from: logEndpoint('--from', from), to: logEndpoint('--to', to) };
  refuseSame('--to', log.from, log.to);
  if (!vaultFrom || !vaultTo) return { log, vault: null };
  const vault = { from: vaultEndpoint('--vault-from', vaultFrom), to: vaultEndpoint('--vault-to', vaultTo) };
  refuseSame('--vault-to', vault.from, vault.to);
  return { log, vault };
};

const printResult = (log: MigratedLog, vault: MigratedVault | null, seconds: number) => {
  say(
    `Copied ${log.copied} events in ${seconds} s. Source and target now have the same ${log.events} events, in the same order.`,
  );
  say(`The last one is at position ${log.position} of the source, ${log.targetPosition} of the target.`);
  say(`Logs are equal, event by event. SHA-256 of both: ${log.digest}`);
  if (vault) {
    say(
      `Changed ${vault.changed} records of the vault. Source and target now have the same ${vault.records} records (${vault.collections.join(', ')}).`,
    );
    say(`Vaults are equal, record by record. SHA-256 of both: ${vault.digest}`);
    say(`Not copied: ${Object.keys(excluded).join(', ')}, and unfinished uploads (docs/operations.md says why).`);
  }
};

const printNextStep = ({ log, vault }: Endpoints, { grown }: MigratedLog) => {
  const settings = [
    `EVENT_STORE_URL=${log.to.engine === 'sqlite' ? 'sqlite:' : 'esdb://…'}`,
    vault && `READ_STORE_URL=${vault.to.engine === 'sqlite' ? 'sqlite:' : 'mongodb://…'}`,
    log.to.engine === 'sqlite' && `DATA_DIR=${log.to.dataDir}`,
  ];
  const start = `start it with ${settings.filter(Boolean).join(' ')}`;
  const again = 'run this again, which copies only the rest';
  say(
    grown
      ? `The source has grown in the meantime. Next: stop the shop, ${again}, and ${start}`
      : `Next: if the shop was stopped before this began, ${start}; if not, stop it and ${again}.`,
  );
};

const migrate = async (signal: AbortSignal) => {
  const ends = parseArguments();
  const beganAtMs = performance.now();
  const open: { close(): Promise<void> }[] = [];
  const opened = async <Resource extends { close(): Promise<void> }>(opening: Promise<Resource>) => {
    const resource = await opening;
    open.push(resource);
    return resource;
  };
  const line = progressLine(process.stdout);
  try {
    // Opens all of them before copying the first event, so that a wrong address is reported now, not after an hour.
    const from = await opened(openLogSource(ends.log.from));
    const vaultFrom = ends.vault && (await opened(openVaultSource(ends.vault.from)));
    const to = await opened(openLogTarget(ends.log.to));
    const vaultTo = ends.vault && (await opened(openVaultTarget(ends.vault.to)));
    const log = await migrateLog({ from, to, onProgress: line.show, signal });
    let vault: MigratedVault | null = null;
    if (vaultFrom && vaultTo) {
      // After the log, because the vault has the keys to the events.
      const [first] = await from.readAll({ after: -1, limit: 1 });
      const shop = first?.id ?? '';
      vault = await migrateVault({ from: vaultFrom, to: vaultTo, shop, onProgress: line.show, signal });
    }
    line.clear();
    printResult(log, vault, Math.round((performance.now() - beganAtMs) / 100) / 10);
    printNextStep(ends, log);
  } finally {
    line.clear();
    await Promise.all(open.map((resource) => resource.close()));
  }
};

const refusalOf = (error: unknown): string | null => {
  const { message, code } = error as Error & { code?: string };
  if (error instanceof LogDamaged) return `The log is damaged: ${message}; restore it from a backup.`;
  if (error instanceof RevisionConflict) {
    return `${message}: somebody else is writing to the target. Stop that, and run this again.`;
  }
  if (error instanceof MigrationRefused || isUnavailable(error)) return `${message}.`;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message} ${usage}`;
  if (code === 'ERR_SQLITE_ERROR') return `SQLite: ${message}. Check the files, their folders and the disk.`;
  return null;
};

await runForOperator(migrate, 'Stopped. What was copied is kept; run this again to continue.', refusalOf);
