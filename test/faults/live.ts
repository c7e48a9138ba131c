import type { Fault } from './fault.ts';

/** Updates that appear on a screen without a reload. */
export const live: readonly Fault[] = [
  {
    name: 'An older state that comes late replaces the newer one',
    file: 'apps/web/src/kernel/reading/live-connection.ts',
    right: 'message.position >= entry.latest.position;',
    wrong: 'message.position <= entry.latest.position;',
    step: 'web',
    tests: 'reading/live-connection.test',
  },
  {
    name: 'Nothing is watched again after a break of the connection',
    file: 'apps/web/src/kernel/reading/live-connection.ts',
    right: 'for (const entry of this.watched.values()) this.ask(entry);',
    wrong: '',
    step: 'web',
    tests: 'reading/live-connection.test',
  },
  {
    name: 'A row that was learned of replaces a newer one of the list',
    file: 'apps/web/src/kernel/reading/paged-list.ts',
    right: 'rows.set(row.id, later && later.position > position ? later : { row, position });',
    wrong: 'rows.set(row.id, later ?? { row, position });',
    step: 'web',
    tests: 'reading/paged-list.test',
  },
  {
    name: 'A connection continues when its token has expired',
    file: 'apps/api/src/kernel/live/live.gateway.ts',
    right: 'const expiry = setTimeout(() => socket.disconnect(true), leftMs);',
    wrong: 'const expiry = setTimeout(() => socket.rooms.size, leftMs);',
    step: 'api',
    tests: 'api/accounts-sockets.timing',
    titled: 'that expires',
    isBuilt: true,
  },
  {
    name: 'What changed is never told to who watches it',
    file: 'apps/api/src/kernel/live/live.gateway.ts',
    right: 'if (isWatched) this.publishHere(change.view, room, messageOf(live, change));',
    wrong: 'if (!isWatched) this.publishHere(change.view, room, messageOf(live, change));',
    step: 'api',
    tests: 'api/live.spec',
    titled: 'reaches the creator',
    isBuilt: true,
  },
];
