const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** The folders of a package but those that are no features, as one pattern: a new one comes under the rules by itself. */
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
      name: 'no-cycles',
      comment: 'What imports each other can only be understood, tested and changed together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment:
        'The domain decides the same on a server, in a browser and in a test: it knows nothing but class-validator.',
      severity: 'error',
      from: { path: '^libs/domain/src', pathNot: '[.]test(-kit)?[.]ts$' },
      to: { pathNot: ['^libs/domain/src', '^node_modules/class-validator'] },
    },
    {
      name: 'contract-is-between',
      comment:
        'What goes over the wire is written from the domain, for both sides: it knows neither, and no library of theirs.',
      severity: 'error',
      from: { path: '^libs/contract/src', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^libs/(contract|domain)/src', '^node_modules/class-validator'] },
    },
    {
      name: 'browser-takes-types-of-the-contract',
      comment: 'Its rules and descriptions are for the service: as values they would be sent to every visitor.',
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
        'A decider that needs another feature is decided by two. Views and workflows may read other features’ events. ' +
        'The one way across: an order grants licenses, a license writes its split, both in one append (docs/decisions).',
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
      comment: 'A manifest pulls in the whole of its feature: who needs one piece imports that piece.',
      severity: 'error',
      from: { pathNot: '^libs/domain/src/catalog[.]ts$' },
      to: { path: `^libs/domain/src/(${domainFeatures})/manifest[.]ts$` },
    },
    {
      name: 'web-and-api-meet-in-the-contract',
      comment: 'What both sides must agree on is written once, in the contract or the domain.',
      severity: 'error',
      from: { path: '^apps/web' },
      to: { path: '^apps/api' },
    },
    {
      name: 'api-features-stand-alone',
      comment:
        'What a feature offers to others is said in its public.ts: the rest can be changed without looking at anybody else.',
      severity: 'error',
      from: { path: `^apps/api/src/(${apiFeatures})/`, pathNot: '[.]spec[.]ts$' },
      to: { path: `^apps/api/src/(${apiFeatures})/`, pathNot: ['^apps/api/src/$1/', '/public[.]ts$'] },
    },
    {
      name: 'api-kernel-has-no-business',
      comment: 'The machinery of commands, log and views can be read without knowing what is sold.',
      severity: 'error',
      from: { path: '^apps/api/src/kernel/', pathNot: '[.]spec[.]ts$' },
      to: { path: `^apps/api/src/(${apiFeatures})/` },
    },
    {
      name: 'api-kernel-knows-no-way-in-or-out',
      comment:
        'The machinery works for whoever calls, and on whatever stands behind its ports: what it needs of the outside ' +
        'world is a port of its own, which an adapter fills.',
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
      comment: 'Whether media lie in S3 and nodes meet in Redis is nobody’s business: ask the port beside the adapter.',
      severity: 'error',
      from: { path: `^apps/api/src/(${apiFeatures}|http)/`, pathNot: '[.]spec[.]ts$' },
      to: { path: ['^apps/api/src/adapters/((redis|s3)|.*/(redis|s3)-)', '(^|/)node_modules/(@redis|@aws-sdk)/'] },
    },
    {
      name: 'adapters-serve-nobody-in-particular',
      comment: 'An adapter speaks to what is outside, for whoever asks: it knows no feature and no route.',
      severity: 'error',
      from: { path: '^apps/api/src/adapters/', pathNot: '[.]spec[.]ts$' },
      to: { path: `^apps/api/src/(${apiFeatures}|http)/` },
    },
    {
      name: 'printing-knows-no-business',
      comment:
        'The layout of what is printed takes plain data, from whoever has something to print. Its thread starts with ' +
        'what sets documents and nothing else: of the rest it knows pieces of the kernel.',
      severity: 'error',
      from: { path: '^apps/api/src/printing/', pathNot: '[.]spec[.]ts$' },
      to: { path: ['^apps/api/src/', '^libs/'], pathNot: '^apps/api/src/(printing|kernel)/' },
    },
    {
      name: 'web-features-stand-alone',
      comment:
        'What a feature offers to others is said in its public.ts: the rest can be changed without looking at anybody ' +
        'else. Pieces without business words live in ui and kernel.',
      severity: 'error',
      from: { path: `^apps/web/src/(${webFeatures})/`, pathNot: '[.-]test(-kit)?[.]tsx?$' },
      to: { path: `^apps/web/src/(${webFeatures})/`, pathNot: ['^apps/web/src/$1/', '/public[.]ts$'] },
    },
    {
      name: 'web-kernel-and-ui-have-no-business',
      comment:
        'The machinery and the shared pieces of the client can be read without knowing what is sold: of the domain they ' +
        'know money, and which sizes a picture has.',
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
        'A page is loaded when somebody goes there: what imports it puts all of it into a download that others wait for. ' +
        'The page for what is not found is there from the start.',
      severity: 'error',
      from: { path: '^apps/web/src', pathNot: ['^apps/web/src/routes[.]tsx$', '[.-]test(-kit)?[.]tsx?$'] },
      to: { path: '[.]page[.]tsx$', pathNot: '^apps/web/src/shell/' },
    },
    {
      name: 'engines-behind-ports',
      comment: 'Only the composition root picks an engine; everybody else knows the port.',
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
