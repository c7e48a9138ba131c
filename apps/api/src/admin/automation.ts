import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { AutomationStatus } from '@tessera/contract/admin';
import {
  adminExists,
  automation,
  automationId,
  connectionFailed,
  missingApiToken,
  notConnected,
} from '@tessera/domain/admin/automation';
import type { AutomationCommand } from '@tessera/domain/admin/automation';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { AutomationRefused, AutomationService } from '../adapters/automation/port.ts';
import { Dispatch, Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { AdminUsers } from './admin-users.ts';

/** The connection to the automation service, and the admins created through it. */
@Injectable()
export class Automation {
  constructor(
    private readonly service: AutomationService,
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly admins: AdminUsers,
  ) {}

  async status(): Promise<AutomationStatus> {
    const { team_id } = await this.#state();
    return { token: this.service.configured ? 'configured' : 'missing', team_id };
  }

  /** @throws Refused if there is no token, or the service refuses the team */
  async test(teamId: string): Promise<void> {
    if (!this.service.configured) throw new Refused(missingApiToken());
    try {
      await this.service.testConnection(teamId);
    } catch (error) {
      if (error instanceof AutomationRefused) throw new Refused(connectionFailed({ message: error.message }));
      throw error;
    }
  }

  /** Tests a team, and stores it if the service accepts it. */
  async connect(teamId: string, metadata: EventMetadata): Promise<void> {
    await this.test(teamId);
    await this.#dispatch({ kind: 'connect', team_id: teamId }, metadata);
  }

  async createAdmin(email: string, password: string, adminId: string, metadata: EventMetadata) {
    const { team_id, admins } = await this.#state();
    if (team_id === null) throw new Refused(notConnected());
    // After a crash, an admin may be stored but not recorded in the log; then the event is recorded now.
    const storedId = await this.admins.add(email, password, adminId);
    if (storedId !== adminId && admins.includes(storedId)) throw new Refused(adminExists());
    await this.#dispatch({ kind: 'create-admin', admin_id: storedId, email }, metadata);
    return storedId;
  }

  #state() {
    return this.streams.loadPublic(automation, automationId);
  }

  #dispatch(command: AutomationCommand, metadata: EventMetadata) {
    return this.commands.execute(new Dispatch(automation, automationId, command, metadata));
  }
}
