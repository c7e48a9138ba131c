const { readdirSync } = require('node:fs');
const { join, relative } = require('node:path');

const roomMaxFiles = 15;
const sources = ['apps/api/src', 'apps/web/src', 'libs/domain/src', 'libs/contract/src'];
const tests = '[.](spec|test|test-kit|timing)[.]tsx?$';
const isCounted = (name) => /[.]tsx?$/.test(name) && !new RegExp(tests).test(name);

/** Folders with more files than a newcomer can name after reading the list, as one pattern. */
const crowdedFolders = () => {
  const folders = sources.flatMap((source) => [
    source,
    ...readdirSync(join(__dirname, source), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative(__dirname, join(entry.parentPath, entry.name))),
  ]);
  const crowded = folders.filter(
    (folder) => readdirSync(join(__dirname, folder)).filter(isCounted).length > roomMaxFiles,
  );
  return crowded.length > 0 ? `^(${crowded.join('|')})/[^/]+$` : '(?!)';
};

/** The feature folders of a package, as one pattern, so that the rules apply to a new one right away. */
const featuresOf = (source, others) =>
  readdirSync(join(__dirname, source), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !others.includes(entry.name))
    .map(({ name }) => name)
    .join('|');

const apiFeatures = featuresOf('apps/api/src', ['kernel', 'http', 'adapters', 'migrate', 'printing']);
const webFeatures = featuresOf('apps/web/src', ['kernel', 'ui', 'theme']);
const domainFeatures = featuresOf('libs/domain/src', ['kernel']);

/** The parts of the adapters that name no engine: ports, and what works with any of them. */
const engineless = ['/(port|keys|mail-content|attempts|passwords|limited-process)[.]ts$', '[.]module[.]ts$'];

module.exports = {
  forbidden: [
    {
      name: 'folder-is-one-room',
      comment: `More than ${roomMaxFiles} files beside each other, tests aside, are two rooms: move what belongs together into a folder.`,
      severity: 'error',
      from: { path: crowdedFolders() },
      to: {},
    },
    {
      name: 'no-cycles',
      comment: 'Files that import each other can only be understood, tested and changed together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-package-has-rules',
      comment: 'The rules below name the packages. A new one needs rules of its own first.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '^(apps/(api|web)|libs/(domain|contract))/' },
      to: {},
    },
    {
      name: 'imports-are-found',
      comment: 'No rule applies to an import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'sources-not-builds',
      comment: 'A build may be older than its source, and no rule applies to it.',
      severity: 'error',
      from: {},
      to: { path: '^(apps|libs)/[^/]+/dist/' },
    },
    {
      name: 'tests-stay-outside',
      comment: 'The product must work without its tests, which may take shortcuts that it may not.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: tests },
      to: { path: ['^test/', tests] },
    },
    {
      name: 'no-barrels',
      comment:
        'A file that passes on another one’s exports is a way around these rules. Only a feature’s public.ts does.',
      severity: 'error',
      from: { pathNot: '^apps/[^/]+/src/[^/]+/public[.]ts$' },
      to: { dependencyTypes: ['export'] },
    },
    {
      name: 'domain-is-pure',
      comment:
        'The domain decides the same way on a server, in a browser and in a test. It depends on class-validator alone.',
      severity: 'error',
      from: { path: '^libs/domain/src', pathNot: tests },
      to: { pathNot: ['^libs/domain/src', '^node_modules/class-validator'] },
    },
    {
      name: 'contract-is-between',
      comment:
        'The contract describes what goes over the wire, for both sides. It imports neither of them, and none of their libraries.',
      severity: 'error',
      from: { path: '^libs/contract/src', pathNot: tests },
      to: { pathNot: ['^libs/(contract|domain)/src', '^node_modules/class-validator'] },
    },
    {
      name: 'browser-takes-types-of-the-contract',
      comment:
        'The rules and descriptions are for the service. Imported as values, they would be shipped to every visitor.',
      severity: 'error',
      from: { path: '^apps/web/src' },
      to: { path: '^libs/contract/src', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'kernel-has-no-business',
      comment: 'A kernel can be read without knowing what is sold.',
      severity: 'error',
      from: { path: '^libs/(domain|contract)/src/kernel/' },
      to: { path: '^libs/', pathNot: '^libs/[^/]+/src/kernel/' },
    },
    {
      name: 'vocabulary-is-shared',
      comment: 'What all features share depends on none of them, or they would depend on each other through it.',
      severity: 'error',
      from: { path: '^libs/domain/src/[^/]+$', pathNot: ['/catalog[.]ts$', tests] },
      to: { path: `^libs/domain/src/(${domainFeatures})/` },
    },
    {
      name: 'deciders-stand-alone',
      comment:
        'A decider that imports another feature depends on two sets of rules. Views and workflows may read other features’ ' +
        'events.',
      severity: 'error',
      from: {
        path: `^libs/domain/src/(${domainFeatures})/`,
        pathNot: ['[.](view|workflow)[.]ts$', tests, '^libs/domain/src/(ordering|licensing)/'],
      },
      to: { path: `^libs/domain/src/(${domainFeatures})/`, pathNot: '^libs/domain/src/$1/' },
    },
    {
      name: 'a-purchase-is-one-append',
      comment:
        'The one exception among deciders: an order grants licenses, and a license records its split, in one append ' +
        '(docs/decisions).',
      severity: 'error',
      from: { path: '^libs/domain/src/(ordering|licensing)/', pathNot: ['[.](view|workflow)[.]ts$', tests] },
      to: {
        path: `^libs/domain/src/(${domainFeatures})/`,
        pathNot: [
          '^libs/domain/src/$1/',
          '^libs/domain/src/licensing/(license|basis|term|agreements/terms)[.]ts$',
          '^libs/domain/src/earnings/split[.]ts$',
          '^libs/domain/src/content/content-events[.]ts$',
        ],
      },
    },
    {
      name: 'manifests-are-for-the-catalog',
      comment: 'A manifest pulls in its whole feature. If you need one piece, import that piece.',
      severity: 'error',
      from: { pathNot: '^libs/domain/src/catalog[.]ts$' },
      to: { path: `^libs/domain/src/(${domainFeatures})/manifest[.]ts$` },
    },
    {
      name: 'apps-meet-in-the-contract',
      comment: 'Whatever both sides must agree on is written once, in the contract or the domain.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'apps-are-put-together-at-the-top',
      comment: 'The files at the top of an app join its features, whose insides stay their own.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/[^/]+$', pathNot: tests },
      to: {
        path: `^apps/$1/src/(${apiFeatures}|${webFeatures})/`,
        pathNot: ['^apps/[^/]+/src/[^/]+/public[.]ts$', '[.](module[.]ts|page[.]tsx)$', '^apps/web/src/shell/'],
      },
    },
    {
      name: 'nobody-imports-the-top',
      comment:
        'Its files join the features: whoever imports one may get any feature. Settings and addresses are for everyone.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/[^/]+/', pathNot: tests },
      to: { path: '^apps/[^/]+/src/[^/]+$', pathNot: '/(config|operator-command|paths)[.]ts$' },
    },
    {
      name: 'api-features-stand-alone',
      comment: 'A feature’s public.ts lists what others may use. The rest can change without checking anyone else.',
      severity: 'error',
      from: { path: `^apps/api/src/(${apiFeatures})/`, pathNot: tests },
      to: {
        path: `^apps/api/src/(${apiFeatures})/`,
        pathNot: ['^apps/api/src/$1/', '^apps/api/src/[^/]+/public[.]ts$'],
      },
    },
    {
      name: 'api-shared-rooms-know-no-feature',
      comment: 'What serves all features can be read without any of them, and leads from none of them to another.',
      severity: 'error',
      from: { path: '^apps/api/src/(kernel|http|adapters|migrate)/', pathNot: tests },
      to: { path: `^apps/api/src/(${apiFeatures})/` },
    },
    {
      name: 'api-kernel-has-no-business',
      comment:
        'The machinery of commands, log and views can be read without knowing what is sold. What is recorded, folded and ' +
        'reacted to, it learns from the catalog.',
      severity: 'error',
      from: { path: '^apps/api/src/kernel/', pathNot: tests },
      to: { path: '^libs/', pathNot: ['^libs/[^/]+/src/kernel/', '^libs/domain/src/(catalog|failures)[.]ts$'] },
    },
    {
      name: 'api-kernel-knows-no-way-in-or-out',
      comment:
        'The machinery does not depend on who calls it or what is behind its ports. If it needs something from outside, ' +
        'it declares a port, and an adapter implements it.',
      severity: 'error',
      from: { path: '^apps/api/src/kernel/', pathNot: tests },
      to: {
        path: ['^apps/api/src/((adapters|http|migrate|printing)/|[^/]+$)', '^https?$', '(^|/)node_modules/'],
        pathNot:
          '(^|/)node_modules/(@nestjs/(common|core|cqrs|jwt|websockets)|class-validator|socket[.]io|uuid|pino|prom-client|' +
          '@opentelemetry/api|mongodb|@eventstore/db-client)/',
      },
    },
    {
      name: 'business-names-no-engine',
      comment:
        'Features must not depend on Stripe or Redis. Use the port next to the adapter; app.module.ts selects one.',
      severity: 'error',
      from: { path: `^apps/api/src/(${apiFeatures}|http|printing)/`, pathNot: tests },
      to: {
        path: [
          '^apps/api/src/adapters/',
          '(^|/)node_modules/(@redis|@aws-sdk|@eventstore|mongodb|stripe|nodemailer)/',
          '^node:sqlite$',
        ],
        pathNot: engineless,
      },
    },
    {
      name: 'adapters-serve-nobody-in-particular',
      comment: 'An adapter talks to an outside system for any caller, so it imports no route.',
      severity: 'error',
      from: { path: '^apps/api/src/adapters/', pathNot: tests },
      to: { path: '^apps/api/src/http/' },
    },
    {
      name: 'printing-knows-no-business',
      comment:
        'The print layout takes plain data from any feature. Its thread loads only what lays out documents, and a few ' +
        'pieces of the kernel.',
      severity: 'error',
      from: { path: '^apps/api/src/printing/', pathNot: tests },
      to: {
        path: ['^apps/api/src/', '^libs/'],
        pathNot: '^(apps/api/src/(printing|kernel)/|libs/domain/src/kernel/text[.]ts$)',
      },
    },
    {
      name: 'web-features-stand-alone',
      comment:
        'A feature’s public.ts lists what others may use. The rest can change without checking anyone else. Pieces ' +
        'without business words live in ui and kernel.',
      severity: 'error',
      from: { path: `^apps/web/src/(${webFeatures})/`, pathNot: tests },
      to: {
        path: `^apps/web/src/(${webFeatures})/`,
        pathNot: ['^apps/web/src/$1/', '^apps/web/src/[^/]+/public[.]ts$'],
      },
    },
    {
      name: 'web-kernel-and-ui-have-no-business',
      comment:
        'The client’s machinery and shared pieces can be read without knowing what is sold. From the libraries they import ' +
        'only the kernels, money, days, picture sizes, and the form of an error.',
      severity: 'error',
      from: { path: '^apps/web/src/(kernel|ui|theme)/', pathNot: tests },
      to: {
        path: [`^apps/web/src/(${webFeatures})/`, '^apps/web/src/[^/]+$', '^libs/'],
        pathNot: [
          '^libs/[^/]+/src/kernel/',
          '^libs/domain/src/(money|days|content/media/renditions)[.]ts$',
          '^libs/contract/src/refusals/errors[.]ts$',
        ],
      },
    },
    {
      name: 'web-kernel-shows-nothing',
      comment: 'The client’s machinery runs the same whatever it looks like.',
      severity: 'error',
      from: { path: '^apps/web/src/kernel/', pathNot: tests },
      to: { path: '^apps/web/src/(ui|theme)/' },
    },
    {
      name: 'web-pages-come-with-their-route',
      comment:
        'A page is loaded when someone opens it. A file that imports one adds the whole page to a download that others ' +
        'wait for. Only the not-found page is part of the first load.',
      severity: 'error',
      from: { path: '^apps/web/src', pathNot: ['^apps/web/src/routes[.]tsx$', tests] },
      to: { path: '[.]page[.]tsx$', pathNot: '^apps/web/src/shell/' },
    },
    {
      name: 'engines-behind-ports',
      comment: 'Only the composition root picks an engine. Everything else uses the port.',
      severity: 'error',
      from: { path: '^apps/api/src', pathNot: ['^apps/api/src/(kernel|migrate)/', tests] },
      to: { path: '^apps/api/src/kernel/((log|views|records)/)?(sqlite/|sqlite[.]|eventstoredb|mongodb)' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^(apps|libs)/[^/]+/dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'apps/api/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
