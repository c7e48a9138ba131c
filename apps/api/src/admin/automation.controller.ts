import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AdminUserCreated,
  AdminUserRequest,
  AutomationStatus,
  TeamConnected,
  TeamRequest,
  TeamStored,
} from '@tessera/contract/admin';
import { invalidInput } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { Clock } from '../kernel/clock.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { EitherForm } from '../http/input/either-form.ts';
import { Metadata } from '../http/request.ts';
import type { AppRequest } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Refused } from '../kernel/refused.ts';
import { Automation } from './automation.ts';

const unknownAction = () =>
  invalidInput({
    message: "This function accepts the actions 'test-connection', 'store-credentials' and 'create-admin-user'.",
  });

/** The index of the form that the action needs. */
const formOf = ({ body }: AppRequest): number => {
  switch ((body as { readonly action?: unknown } | undefined)?.action) {
    case 'test-connection':
    case 'store-credentials':
      return 0;
    case 'create-admin-user':
      return 1;
    default:
      throw new Refused(unknownAction());
  }
};

@ApiTags('admin')
@Controller()
@OnlyFor('admin')
export class AutomationController {
  constructor(
    private readonly automation: Automation,
    private readonly clock: Clock,
  ) {}

  @Get('api/admin/automation')
  @Answers('Shows the state of the connection to the automation service.', { 200: AutomationStatus })
  status() {
    return this.automation.status();
  }

  @Post('functions/v1/automation-integration')
  @Refuses('missing_api_token', 'connection_failed', 'not_connected', 'admin_exists')
  @Answers('Tests or stores a team of the automation service, or creates an admin.', {
    200: [TeamConnected, TeamStored, AdminUserCreated],
  })
  async run(
    @EitherForm([TeamRequest, AdminUserRequest], formOf) form: TeamRequest | AdminUserRequest,
    @Metadata() metadata: EventMetadata,
  ) {
    switch (form.action) {
      case 'test-connection':
        await this.automation.test(form.teamId.trim());
        return { connected: true };
      case 'store-credentials':
        await this.automation.connect(form.teamId.trim(), metadata);
        return { stored: true };
      case 'create-admin-user': {
        const { email, password } = form;
        const id = await this.automation.createAdmin(email, password, this.clock.newId(), metadata);
        return { admin_id: id };
      }
    }
  }
}
