import { openShop } from './shop.ts';
import type { Shop } from './shop.ts';
import { startWholeApp } from './whole-app.ts';
import type { WholeApp } from './whole-app.ts';

interface WholeShop extends Shop {
  readonly whole: WholeApp;
}

/** One shop in the whole service for all tests of a file. The answer has its parts once they run. */
export const wholeShopForFile = (): WholeShop => {
  const world = {} as WholeShop;
  beforeAll(async () => {
    const whole = await startWholeApp();
    Object.assign(world, { whole, ...(await openShop(whole)) });
  }, 60_000);
  afterAll(() => world.whole.close());
  return world;
};
