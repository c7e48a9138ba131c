import type { Decider } from '../kernel/decider.ts';
import { assertNever } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { defineFailure } from '../kernel/failure.ts';

/** The gateway and the function's version that a deployment was for. */
interface Deployed {
  readonly gateway: string;
  readonly version: string;
}

export const checkoutDeployed = defineEvent<Deployed>()('CheckoutDeployed', {
  audit: (data) => `The checkout was deployed with the gateway ${data.gateway}, version ${data.version}.`,
});
export const checkoutDeployFailed = defineEvent<Deployed & { readonly reason: string }>()('CheckoutDeployFailed', {
  audit: (data) => `The checkout could not be deployed with the gateway ${data.gateway}: ${data.reason}`,
});

export const deploymentFailed = defineFailure(
  'deployment_failed',
  'Deployment Failed',
  'The payment gateway did not answer the check.',
);

const deploymentEvents = [checkoutDeployed, checkoutDeployFailed] as const;
export type DeploymentEvent = EventOf<(typeof deploymentEvents)[number]>;

export type DeploymentCommand = { readonly kind: 'record' } & Deployed & {
    /** Why the gateway's check failed; null if the gateway is ready. */
    readonly reason: string | null;
  };

export type DeploymentState =
  | { readonly status: 'none' }
  | ({ readonly status: 'deployed' } & Deployed)
  | { readonly status: 'failed' };

/** The id of the only deployment stream. */
export const deploymentId = 'checkout';

/** The checkout's latest deployment. Every deployment is recorded, even with the same outcome. */
export const deployment: Decider<DeploymentState, DeploymentCommand, DeploymentEvent> = {
  category: 'deployment',
  events: deploymentEvents,
  initial: { status: 'none' },
  evolve: (_state, event) => {
    switch (event.type) {
      case 'CheckoutDeployed':
        return { status: 'deployed', ...event.data };
      case 'CheckoutDeployFailed':
        return { status: 'failed' };
      default:
        return assertNever(event);
    }
  },
  decide: ({ gateway, version, reason }) =>
    reason === null
      ? [checkoutDeployed.of({ gateway, version })]
      : [checkoutDeployFailed.of({ gateway, version, reason })],
};
