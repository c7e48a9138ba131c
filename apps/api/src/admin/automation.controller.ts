import { Body, Controller, Get, Post } from '@nestjs/common';
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
import { Answers, Takes } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { readForm } from '../http/input/form.pipe.ts';
import { Metadata } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Refused } from '../kernel/refused.ts';
import { Automation } from './automation.ts';

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
  @Takes(TeamRequest, AdminUserRequest)
  @Refuses('missing_api_token', 'connection_failed', 'not_connected', 'admin_exists')
  @Answers('Tests or stores a team of the automation service, or creates an admin.', {
    200: [TeamConnected, TeamStored, AdminUserCreated],
  })
  async run(@Body() body: { readonly action?: unknown } | undefined, @Metadata() metadata: EventMetadata) {
    switch (body?.action) {
      case 'test-connection': {
        const { teamId } = await readForm(TeamRequest, body);
        await this.automation.test(teamId.trim());
        return { connected: true };
      }
      case 'store-credentials': {
        const { teamId } = await readForm(TeamRequest, body);
        await this.automation.connect(teamId.trim(), metadata);
        return { stored: true };
      }
      case 'create-admin-user': {
        const { email, password } = await readForm(AdminUserRequest, body);
        const id = await this.automation.createAdmin(email, password, this.clock.newId(), metadata);
        return { admin_id: id };
      }
      default:
        throw new Refused(
          invalidInput({
            message:
              "This function accepts the actions 'test-connection', 'store-credentials' and 'create-admin-user'.",
          }),
        );
    }
  }
}
