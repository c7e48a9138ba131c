import type { Fault } from './fault.ts';

const deliveries = 'apps/api/src/mails/deliveries.ts';

/** Emails that people receive without having asked for them. */
export const mails: readonly Fault[] = [
  {
    name: 'A receipt that is refused for now is given up',
    file: deliveries,
    right: 'if (error.maySucceedLater && this.clock.now().getTime() < giveUpAtMs) throw error;',
    wrong: '',
    step: 'api',
    tests: 'api/notices.spec',
    titled: 'waits for no other receipt',
  },
  {
    name: 'An email that went out goes out again while its view lags',
    file: deliveries,
    right: 'if (notice.isSettled(state)) {',
    wrong: "if (notice.isSettled(state) && notice.name === '') {",
    step: 'api',
    tests: 'api/notices.spec',
    titled: 'nobody gets a second one',
  },
  {
    name: 'A receipt names the price of its first license as the total',
    file: 'apps/api/src/notices/receipt-mail-writer.ts',
    right: 'sum(licenses.map(({ price_cents }) => price_cents));',
    wrong: 'sum(licenses.slice(0, 1).map(({ price_cents }) => price_cents));',
    step: 'api',
    tests: 'api/notices.spec',
    titled: 'attaches twenty agreements',
  },
];
