const { readdirSync } = require('node:fs');
const { join, relative } = require('node:path');

const roomMaxFiles = 15;
const sources = ['apps/api/src', 'apps/web/src', 'libs/domain/src', 'libs/contract/src'];
const isCounted = (name) => /[.]tsx?$/.test(name) && !/[.-](spec|test|test-kit)[.]tsx?$/.test(name);

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
      name: 'domain-is-pure',
      comment:
        'The domain decides the same way on a server, in a browser and in a test. It depends on class-validator alone.',
      severity: 'error',
      from: { path: '^libs/domain/src', pathNot: '[.]test(-kit)?[.]ts$' },
      to: { pathNot: ['^libs/domain/src', '^node_modules/class-validator'] },
    },
    {
      name: 'contract-is-between',
      comment:
        'The contract describes what goes over the wire, for both sides. It imports neither of them, and none of their libraries.',
      severity: 'error',
      from: { path: '^libs/contract/src', pathNot: '[.]test[.]ts$' },
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
      comment: 'The kernel can be read without knowing what is sold.',
      severity: 'error',
      from: { path: '^libs/domain/src/kernel' },
      to: { path: '^libs/domain/src', pathNot: '^libs/domain/src/kernel' },
    },
    {
      name: 'deciders-stand-alone',
      comment:
        'A decider that imports another feature depends on two sets of rules. Views and workflows may read other features’ ' +
        'events. The one exception: an order grants licenses, and a license records its split, in one append (docs/decisions).',
      severity: 'error',
      from: {
        path: `^libs/domain/src/(${domainFeatures})/`,
        pathNot: ['[.](view|workflow|test|test-kit)[.]ts$', 'forms[.]ts$'],
      },
      to: {
        path: `^libs/domain/src/(${domainFeatures})/`,
        pathNot: [
          '^libs/domain/src/$1/',
          '^libs/domain/src/licensing/(license|basis|term|agreements/terms)[.]ts$',
          '^libs/domain/src/earnings/split[.]ts$',
          '^libs/domain/src/content/content[.]ts$',
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
      name: 'web-and-api-meet-in-the-contract',
      comment: 'Whatever both sides must agree on is written once, in the contract or the domain.',
      severity: 'error',
      from: { path: '^apps/web' },
      to: { path: '^apps/api' },
    },
    {
      name: 'api-features-stand-alone',
      comment: 'A feature’s public.ts lists what others may use. The rest can change without checking anyone else.',
      severity: 'error',
      from: { path: `^apps/api/src/(${apiFeatures})/`, pathNot: '[.]spec[.]ts$' },
      to: { path: `^apps/api/src/(${apiFeatures})/`, pathNot: ['^apps/api/src/$1/', '/public[.]ts$'] },
    },
    {
      name: 'api-kernel-has-no-business',
      comment:
        'The machinery of commands, log and views can be read without knowing what is sold. What is recorded, folded and ' +
        'reacted to, it learns from the catalog.',
      severity: 'error',
      from: { path: '^apps/api/src/kernel/', pathNot: '[.]spec[.]ts$' },
      to: { path: [`^apps/api/src/(${apiFeatures})/`, `^libs/domain/src/(${domainFeatures})/`] },
    },
    {
      name: 'api-kernel-knows-no-way-in-or-out',
      comment:
        'The machinery does not depend on who calls it or what is behind its ports. If it needs something from outside, ' +
        'it declares a port, and an adapter implements it.',
      severity: 'error',
      from: { path: '^apps/api/src/kernel/', pathNot: '[.]spec[.]ts$' },
      to: {
        path: [
          '^apps/api/src/(adapters/|http/|[^/]+$)',
          '(^|/)node_modules/(express|@nestjs/platform-express|@redis|@socket[.]io/redis-streams-adapter|@aws-sdk)/',
        ],
      },
    },
    {
      name: 'business-names-no-engine',
      comment: 'Features must not depend on S3 or Redis. Use the port next to the adapter.',
      severity: 'error',
      from: { path: `^apps/api/src/(${apiFeatures}|http)/`, pathNot: '[.]spec[.]ts$' },
      to: { path: ['^apps/api/src/adapters/((redis|s3)|.*/(redis|s3)-)', '(^|/)node_modules/(@redis|@aws-sdk)/'] },
    },
    {
      name: 'adapters-serve-nobody-in-particular',
      comment: 'An adapter talks to an outside system for any caller, so it imports no feature and no route.',
      severity: 'error',
      from: { path: '^apps/api/src/adapters/', pathNot: '[.]spec[.]ts$' },
      to: { path: `^apps/api/src/(${apiFeatures}|http)/` },
    },
    {
      name: 'printing-knows-no-business',
      comment:
        'The print layout takes plain data from any feature. Its thread loads only what lays out documents, and a few ' +
        'pieces of the kernel.',
      severity: 'error',
      from: { path: '^apps/api/src/printing/', pathNot: '[.]spec[.]ts$' },
      to: { path: ['^apps/api/src/', '^libs/'], pathNot: '^apps/api/src/(printing|kernel)/' },
    },
    {
      name: 'web-features-stand-alone',
      comment:
        'A feature’s public.ts lists what others may use. The rest can change without checking anyone else. Pieces ' +
        'without business words live in ui and kernel.',
      severity: 'error',
      from: { path: `^apps/web/src/(${webFeatures})/`, pathNot: '[.-]test(-kit)?[.]tsx?$' },
      to: { path: `^apps/web/src/(${webFeatures})/`, pathNot: ['^apps/web/src/$1/', '/public[.]ts$'] },
    },
    {
      name: 'web-kernel-and-ui-have-no-business',
      comment:
        'The client’s machinery and shared pieces can be read without knowing what is sold. From the domain they import ' +
        'only money and picture sizes.',
      severity: 'error',
      from: { path: '^apps/web/src/(kernel|ui|theme)/', pathNot: '[.-]test(-kit)?[.]tsx?$' },
      to: {
        path: [`^apps/web/src/(${webFeatures})/`, `^libs/domain/src/(${domainFeatures})/`],
        pathNot: '^libs/domain/src/content/(media/renditions|row)[.]ts$',
      },
    },
    {
      name: 'web-pages-come-with-their-route',
      comment:
        'A page is loaded when someone opens it. A file that imports one adds the whole page to a download that others ' +
        'wait for. Only the not-found page is part of the first load.',
      severity: 'error',
      from: { path: '^apps/web/src', pathNot: ['^apps/web/src/routes[.]tsx$', '[.-]test(-kit)?[.]tsx?$'] },
      to: { path: '[.]page[.]tsx$', pathNot: '^apps/web/src/shell/' },
    },
    {
      name: 'engines-behind-ports',
      comment: 'Only the composition root picks an engine. Everything else uses the port.',
      severity: 'error',
      from: { path: '^apps/api/src', pathNot: ['^apps/api/src/(kernel|migrate)/', '[.]spec[.]ts$'] },
      to: { path: '^apps/api/src/kernel/(log|views|records)/(sqlite|eventstoredb|mongodb)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|libs)/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'apps/api/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
