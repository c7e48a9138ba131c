import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { deciders } from '@tessera/domain/catalog';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { Reaction } from '@tessera/domain/kernel/workflow';
import type { Logger } from 'pino';
import { Dispatch } from './dispatch.ts';
import { Refused } from '../refused.ts';
import { loggerToken } from '../tokens.ts';
import { traced } from '../observe/trace.ts';

/** Carries out the commands that workflows ask for. */
@Injectable()
export class Reactions {
  constructor(
    private readonly commands: CommandBus,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Resolves also if the command is refused; any other failure rejects. */
  react(reaction: Reaction, cause: RecordedEvent) {
    const attributes = {
      'tessera.event': cause.type,
      'tessera.event_id': cause.id,
      'tessera.position': cause.position,
    };
    const dispatch = () => this.dispatch(reaction, cause);
    return traced(`reaction ${reaction.category}`, attributes, dispatch, cause.metadata.correlation);
  }

  private async dispatch({ category, id, command }: Reaction, cause: RecordedEvent) {
    const decider = deciders.get(category);
    if (!decider) throw new Error(`A workflow reacts with a command for "${category}", which no decider answers`);
    const metadata = { actor: 'system', correlation: cause.metadata.correlation, causation: cause.id };
    try {
      await this.commands.execute(new Dispatch(decider, id, command, metadata));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.logger.warn({ failure: error.failure.failure, category, id }, 'a reaction was refused');
    }
  }
}
