import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const changeable = ['docker-compose.yml', 'deploy', 'scripts'];

/** What the deploy check says about a copy of the repository with parts of its files replaced. */
const checkedWith = (changes: readonly { readonly file: string; readonly right: string; readonly wrong: string }[]) => {
  const copy = mkdtempSync(join(tmpdir(), 'tessera-deploy-'));
  try {
    for (const name of readdirSync(root)) {
      if (changeable.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
      else symlinkSync(join(root, name), join(copy, name));
    }
    for (const { file, right, wrong } of changes) {
      const text = readFileSync(join(copy, file), 'utf8');
      expect(text).toContain(right);
      writeFileSync(join(copy, file), text.replace(right, wrong));
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'scripts/check-deploy.mjs')], {
      encoding: 'utf8',
      env: { PATH: '' },
    });
    return { status, said: `${stdout}${stderr}` };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
};

describe('the files that operators receive', () => {
  it('[PROD-23] include compose files that pass the deploy check, which detects each of these faults', () => {
    expect(checkedWith([])).toMatchObject({ status: 0 });

    const compose = 'docker-compose.yml';
    const broken = checkedWith([
      { file: compose, right: 'eventstore/eventstore:24.10.14', wrong: 'eventstore/eventstore:24.10' },
      { file: compose, right: '"state":"Leader","isAlive":true', wrong: '"isAlive":true' },
      { file: compose, right: 'restart: unless-stopped', wrong: 'restart: on-failure' },
      { file: compose, right: '    deploy: { resources: { limits: { memory: 3g } } }\n', wrong: '' },
      { file: compose, right: "--wiredTigerCacheSizeGB, '1'", wrong: "--wiredTigerCacheSizeGB, '2'" },
      { file: compose, right: 'if (!db.hello().primary) quit(1)', wrong: 'db.hello()' },
      { file: compose, right: 'stop_grace_period: 30s', wrong: 'stop_grace_period: 10s' },
      { file: 'deploy/docker-compose.secrets.yml', right: "    JWT_SECRET: ''\n", wrong: '' },
      { file: 'deploy/.env.example', right: 'MASTER_KEY=', wrong: 'MASTER_KEY=abc' },
    ]);
    expect(broken.status).toBe(1);
    for (const problem of [
      'one machine, event-store: eventstore/eventstore:24.10 floats',
      'one machine, event-store: is healthy without a member that leads',
      'one machine, event-store: is not always started again',
      'one machine, event-store: has no memory limit',
      'one machine, read-store: has less memory than three times its cache of 2 GB',
      'one machine, read-store: is healthy without a primary',
      'one machine, api-1: is killed after 10s, while it still stops',
      'secrets from files, api-1: JWT_SECRET is in the environment and in a file',
      'deploy/.env.example: MASTER_KEY is a secret',
    ]) {
      expect(broken.said).toContain(problem);
    }
  });

  it.each([
    ['the users and ACL of `$all`', '## Engines on machines of their own', "setStreamMetadata('\\$all'"],
    ['a backup during a scavenge', '### EventStoreDB, MongoDB, S3', 'A scavenge on that member must be stopped first'],
    ['the upgrade of each engine', '### Upgrading an engine', 'MongoDB'],
    ['a lost leader', '### The leader of EventStoreDB is gone', 'exit code 0'],
    ['a full disk', '### The disk is full', 'Enlarge the disk'],
  ])('[PROD-23] include a section of operations.md about %s', (_what, heading, words) => {
    const document = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const [, section = ''] = document.split(`\n${heading}\n`);
    expect(section.split(/\n##/)[0]).toContain(words);
  });
});
