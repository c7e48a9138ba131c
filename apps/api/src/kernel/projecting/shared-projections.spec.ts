import { views } from '@tessera/domain/catalog';
import { openPayments } from '@tessera/domain/ordering/open-payments.view';
import { pino } from 'pino';
import { type Machine, metadata, openMachine } from '../../../../../test/support/worlds/tally-machine.ts';
import { counted } from '../../../../../test/support/worlds/tally-catalog.ts';
import { SharedProjections } from './shared-projections.ts';

describe('a node that folds nothing itself', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = await openMachine();
  });
  afterEach(() => machine.close());

  it('[PROD-14] catches up with one view while another is still being folded', async () => {
    const added = await machine.codec.encode([counted.of({ item: 'a', amount: 1 })], metadata);
    const { position } = await machine.events.append('count-a', -1, added);
    const projections = new SharedProjections({
      ...{ events: machine.events, views: machine.views, vault: machine.vault },
      logger: pino({ level: 'silent' }),
      newId: () => 'id',
      projector: null,
    });
    await projections.onModuleInit();
    await machine.views.commit(position, [{ view: openPayments.name, changes: [] }]);
    await projections.caughtUpWith(openPayments.name);
    expect(projections.isCaughtUp).toBe(false);
    await machine.views.commit(
      position,
      views.map(({ name }) => ({ view: name, changes: [] })),
    );
    await projections.caughtUp;
    expect(projections.isCaughtUp).toBe(true);
    await projections.onApplicationShutdown();
  });

  it('[PROD-11] has caught up once it reaches the head that it found at its start, however far views stay behind a busy log', async () => {
    let folded = 0;
    const alwaysBehind = 200;
    const views = {
      register: () => Promise.resolve(),
      checkpoints: (names: readonly string[]) => {
        folded += 15;
        return Promise.resolve(new Map(names.map((name) => [name, folded])));
      },
    };
    const projections = new SharedProjections({
      ...{ events: { head: () => Promise.resolve(folded + alwaysBehind) } as never, views: views as never },
      ...{ vault: machine.vault, logger: pino({ level: 'silent' }), newId: () => 'id', projector: null },
    });
    await projections.onModuleInit();
    await projections.caughtUp;
    expect(projections.isCaughtUp).toBe(true);
    await projections.onApplicationShutdown();
  });
});
