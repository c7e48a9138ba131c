import { setImmediate } from 'node:timers/promises';

/** The items, with a turn of the event loop for requests and live pages after every few, however many there are. */
export async function* inTurns<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  itemsPerTurn: number,
): AsyncGenerator<Item> {
  let given = 0;
  for await (const item of items) {
    given += 1;
    if (given % itemsPerTurn === 0) await setImmediate();
    yield item;
  }
}
