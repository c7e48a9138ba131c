import type { Progress } from '../replaying/progress.ts';
import { historyOf } from '../records/history.ts';
import type { Vault } from '../records/port.ts';

const collection = 'projection-requests';

/** A request to whoever folds a view or runs a workflow, and its progress. */
export interface ProjectionRequest {
  readonly id: string;
  /** Absent in requests from before this field existed: those are done, or never will be. */
  readonly history?: string;
  readonly kind: 'replay' | 'retry';
  readonly state: 'asked' | 'running' | 'done' | 'failed';
  /** The token of the lease under which it runs; the holder of a later lease restarts it. */
  readonly token: number;
  readonly progress: Progress | null;
}

const isOpen = ({ state }: ProjectionRequest) => state === 'asked' || state === 'running';

/**
 * One request per workflow, and per shape of a view, stored in the vault, where both the node that was asked and the
 * node that does the work see it.
 */
export class ProjectionRequests {
  readonly #vault: Vault;
  #history: Promise<string> | null = null;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Requests from before a restore no longer count. */
  async latest(name: string): Promise<ProjectionRequest | null> {
    const latest = await this.#vault.get<ProjectionRequest>(collection, name);
    return latest && latest.history === (await this.#ownHistory()) ? latest : null;
  }

  /** The requests for these views and workflows that are not done, by name. */
  async open(names: readonly string[]): Promise<ReadonlyMap<string, ProjectionRequest>> {
    const latest = await this.#vault.getAll<ProjectionRequest>(collection, names);
    const history = await this.#ownHistory();
    return new Map([...latest].filter(([, request]) => isOpen(request) && request.history === history));
  }

  /** False if another request is open. */
  async ask(name: string, kind: ProjectionRequest['kind'], id: string): Promise<boolean> {
    const history = await this.#ownHistory();
    const asked: ProjectionRequest = { id, history, kind, state: 'asked', token: 0, progress: null };
    if (await this.#vault.insert(collection, name, asked)) return true;
    const now = await this.#vault.update<ProjectionRequest>(collection, name, (before) =>
      before && isOpen(before) && before.history === history ? before : asked,
    );
    return now?.id === id;
  }

  /** The request that the holder of this token should carry out now; null for none. */
  async take(name: string, token: number): Promise<ProjectionRequest | null> {
    const open = await this.latest(name);
    if (!open || !isOpen(open) || open.token >= token) return null;
    const taken = await this.#vault.update<ProjectionRequest>(collection, name, (before) =>
      before?.id === open.id && before.token < token ? { ...before, state: 'running', token } : before,
    );
    return taken?.id === open.id && taken.token === token ? taken : null;
  }

  async update({ id, token }: ProjectionRequest, name: string, news: Partial<ProjectionRequest>) {
    await this.#vault.update<ProjectionRequest>(collection, name, (before) =>
      before?.id === id && before.token === token ? { ...before, ...news } : before,
    );
  }

  #ownHistory() {
    this.#history ??= historyOf(this.#vault).catch((error: unknown) => {
      this.#history = null;
      throw error;
    });
    return this.#history;
  }
}
