import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { deployment, deploymentFailed, deploymentId } from '@tessera/domain/ordering/deployment';
import { Gateway } from '../adapters/payments/port.ts';
import type { PaymentGateway } from '../adapters/payments/port.ts';
import type { Config } from '../config.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { configToken } from '../kernel/tokens.ts';

/** The version of the function `cart-checkout`; raise it when its payload or answer changes. */
const version = '1';

/** Tells whether the checkout works with the gateway that is configured now. */
@Injectable()
export class Deployment {
  constructor(
    @Inject(Gateway) private readonly payments: PaymentGateway,
    @Inject(configToken) private readonly config: Config,
    private readonly commands: CommandBus,
    private readonly streams: Streams,
  ) {}

  /** Ignores a deployment with another gateway or of another version. */
  async status() {
    const last = await this.streams.loadPublic(deployment, deploymentId);
    const deployed = last.status === 'deployed' && last.gateway === this.payments.name && last.version === version;
    return { deployed, version, checkoutHost: this.#host() };
  }

  /** Asks the gateway whether it is ready, and records the outcome. @throws Refused if it isn't ready */
  async deploy(metadata: EventMetadata) {
    const reason = await this.#failureReason();
    const command = { kind: 'record', gateway: this.payments.name, version, reason } as const;
    await this.commands.execute(new Dispatch(deployment, deploymentId, command, metadata));
    if (reason !== null) throw new Refused(deploymentFailed({ message: reason }));
    return this.status();
  }

  async #failureReason(): Promise<string | null> {
    try {
      await this.payments.check();
      return null;
    } catch {
      return `The gateway ${this.payments.name} did not answer the check. Make sure it is set up and reachable.`;
    }
  }

  #host() {
    return this.payments.takes === 'cards' ? new URL(this.config.publicUrl).host : this.payments.checkoutHost;
  }
}
