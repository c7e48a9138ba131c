import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnyView } from '@tessera/domain/kernel/view';
import type { Workflow } from '@tessera/domain/kernel/workflow';
import { Follower } from './follow.ts';
import type { Catalog, FollowerParts } from './follow.ts';
import type { Leases, Tenure } from '../work/lease.ts';
import { ParkingLot } from './parked.ts';
import type { Progress } from '../replaying/progress.ts';
import { Fenced } from '../views/port.ts';
import { shapedName } from '../views/shape.ts';
import { ProjectionRequests } from './requests.ts';
import type { ProjectionRequest } from './requests.ts';
import { isUnavailable } from '../unavailable.ts';
import { WorkflowRunner } from '../work/workflow-runner.ts';

/** How often to check for requested replays and retries. */
const requestPollMs = 500;

export interface ProjectorParts extends Omit<FollowerParts, 'threadReplayer'> {
  readonly catalog: Catalog;
  readonly leases: Leases;
  /** True once all views, whoever folds them, have committed a position; false after the timeout. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
}

/** Carries out a request, or resumes it if it was interrupted, reporting a replay's progress. */
type RunRequest = (request: ProjectionRequest, onProgress: (progress: Progress) => void) => Promise<void>;

/** A view or workflow whose requests this process carries out; `serve` takes the next one, if it is not busy. */
interface Served {
  readonly token: number;
  readonly serve: () => void;
}

/**
 * Folds the views and runs the workflows whose leases this process holds. Processes share the work by competing for
 * each lease. When one dies, the others take over what it held, and whatever it may still write is refused.
 */
export class Projector {
  readonly #parts: ProjectorParts;
  readonly #requests: ProjectionRequests;
  readonly #served = new Map<string, Served>();
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(parts: ProjectorParts) {
    this.#parts = parts;
    this.#requests = new ProjectionRequests(parts.vault);
  }

  start() {
    const { catalog, events } = this.#parts;
    const views = catalog.views.map((view) => {
      const consumer = shapedName(view, events.counts);
      return this.#keep(`view ${consumer}`, (tenure) => this.#foldView(view, consumer, tenure));
    });
    const workflows = catalog.workflows.map((workflow) =>
      this.#keep(`workflow ${workflow.name}`, (tenure) => this.#runWorkflow(workflow, tenure)),
    );
    this.#running = Promise.all([...views, ...workflows, this.#pollRequests()]);
  }

  /** Finishes what is under way and releases all leases. */
  async stop() {
    this.#stopping.abort();
    await this.#running;
  }

  #keep(name: string, work: (tenure: Tenure) => Promise<void>) {
    return this.#parts.leases.keep(name, this.#stopping.signal, work);
  }

  async #foldView(view: AnyView, consumer: string, { token, signal }: Tenure) {
    const { views, catalog, report } = this.#parts;
    await views.fence(view.name, token);
    const fenced = new AbortController();
    const follower = new Follower({
      ...this.#parts,
      catalog: { views: [view], workflows: [], definitions: catalog.definitions },
      report: (error, what) => {
        if (error instanceof Fenced) fenced.abort();
        report(error, what);
      },
    });
    const over = AbortSignal.any([signal, fenced.signal]);
    const stop = () => void follower.stop();
    over.addEventListener('abort', stop, { once: true });
    try {
      await follower.start();
      await this.#serveRequests(consumer, { token, signal: over }, ({ id }, onProgress) =>
        // A view retries by being replayed: an event folded after later ones could produce another document.
        follower.replay(view.name, onProgress, id),
      );
    } finally {
      over.removeEventListener('abort', stop);
      await follower.stop();
    }
  }

  async #runWorkflow(workflow: Workflow, tenure: Tenure) {
    const { name } = workflow;
    const runner = new WorkflowRunner(workflow, {
      ...this.#parts,
      parkingLot: new ParkingLot(this.#parts.vault),
      viewed: (position) => this.#waitForViews(position, tenure.signal),
    });
    const running = runner.run(tenure.signal);
    // Workflows are never replayed, so a retry is the only possible request.
    await Promise.all([running, this.#serveRequests(name, tenure, () => runner.retryParked())]);
  }

  async #waitForViews(position: number, signal: AbortSignal) {
    while (!signal.aborted && !(await this.#parts.reached(position, requestPollMs)));
  }

  /** One read for everything that this process holds, because there are many views, and hardly ever a request. */
  async #pollRequests() {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const open = await this.#requests.open([...this.#served.keys()]);
        for (const [name, request] of open) {
          const served = this.#served.get(name);
          if (served && request.token < served.token) served.serve();
        }
      } catch (error) {
        this.#parts.report(error, 'requests for replays and retries could not be read');
      }
      await delay(requestPollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Carries out requests for a view or a workflow, one after another, until the tenure ends. */
  async #serveRequests(name: string, { token, signal }: Pick<Tenure, 'token' | 'signal'>, carryOut: RunRequest) {
    const takeNext = async () => {
      try {
        const request = await this.#requests.take(name, token);
        if (request) await this.#carryOut(request, name, carryOut, signal);
      } catch (error) {
        this.#parts.report(error, `${name}: a request could not be read or reported on`);
      }
    };
    let serving = Promise.resolve();
    let isBusy = false;
    const serve = () => {
      if (isBusy) return;
      isBusy = true;
      serving = takeNext().finally(() => (isBusy = false));
    };
    this.#served.set(name, { token, serve });
    if (!signal.aborted) await once(signal, 'abort');
    this.#served.delete(name);
    await serving;
  }

  /** Carries out one request. An outage or the end of the tenure interrupts it; the next tenure then takes it over. */
  async #carryOut(request: ProjectionRequest, name: string, carryOut: RunRequest, signal: AbortSignal) {
    let reported: Promise<unknown> = Promise.resolve();
    const report = (news: Partial<ProjectionRequest>) => {
      reported = reported.then(() => this.#requests.update(request, name, news));
      return reported;
    };
    const carriedOut = async () => {
      try {
        await carryOut(request, (progress) => void report({ progress }).catch(() => undefined));
        await report({ state: 'done' });
        return true;
      } catch (error) {
        if (signal.aborted) return true;
        this.#parts.report(error, `${name}: the requested ${request.kind} failed`);
        if (isUnavailable(error)) return false;
        await report({ state: 'failed' });
        return true;
      }
    };
    while (!signal.aborted && !(await carriedOut())) {
      await delay(requestPollMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
