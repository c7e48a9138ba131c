import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'tessera-config-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const production = () => ({
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://tessera.example',
    JWT_SECRET: 'a'.repeat(32),
    MASTER_KEY: 'ab'.repeat(32),
    ADMIN_EMAIL: 'ops@tessera.example',
    ADMIN_PASSWORD: 'long enough to keep',
    ALLOW_SANDBOX_PAYMENTS: 'true',
  });

  it('needs nothing in development, and keeps the secrets it makes', () => {
    const first = readConfig({ DATA_DIR: dataDir });
    expect(first).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', production: false });
    expect(first.masterKey).toHaveLength(32);
    const second = readConfig({ DATA_DIR: dataDir });
    expect(second.jwtSecret).toBe(first.jwtSecret);
    expect(second.masterKey.equals(first.masterKey)).toBe(true);
  });

  it('[ADM-14] takes the admin from the settings, or makes a password and says in which file it stands', () => {
    const made = readConfig({ DATA_DIR: dataDir });
    expect(readFileSync(made.adminPasswordFile ?? '', 'utf8')).toBe(made.adminPassword);
    expect(made.adminPassword.length).toBeGreaterThanOrEqual(12);
    expect(readConfig(production())).toMatchObject({ adminEmail: 'ops@tessera.example', adminPasswordFile: null });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'tessera.example'],
    ['PUBLIC_URL', 'https://tessera.example/shop'],
    ['DATA_DIR', ' '],
    ['MASTER_KEY', 'abc'],
    ['JWT_SECRET', 'short'],
    ['ADMIN_PASSWORD', 'short'],
    ['PAYMENTS', 'cash'],
    ['ROLE', 'king'],
    ['EVENT_STORE_URL', 'mysql://'],
  ])('refuses %s=%s in one line that names it', (variable, value) => {
    const read = () => readConfig({ DATA_DIR: dataDir, [variable]: value });
    expect(read).toThrow(new RegExp(`^${variable} is wrong or missing: it takes [^\\n]+\\.$`));
  });

  it.each(['JWT_SECRET', 'MASTER_KEY', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'])(
    'refuses production without %s',
    (variable) => {
      expect(() => readConfig({ ...production(), [variable]: undefined })).toThrow(variable);
    },
  );

  it('[CHK-19] refuses production on the sandbox gateway, unless that is asked for', () => {
    expect(() => readConfig({ ...production(), ALLOW_SANDBOX_PAYMENTS: undefined })).toThrow('PAYMENTS');
    expect(readConfig(production()).payments).toBe('sandbox');
  });

  it('tells no secret in its refusal', () => {
    expect(() => readConfig({ ...production(), JWT_SECRET: 'my-little-secret' })).toThrow(/^(?!.*my-little-secret)/);
  });
});
