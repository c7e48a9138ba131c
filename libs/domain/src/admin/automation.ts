import { IsEmail, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import type { Decider } from '../kernel/decider.ts';
import { assertNever } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import { defineFailure } from '../kernel/failure.ts';

const teamIdMessage = 'Please provide your team ID';
/** `.` and `..` are path steps: as a team ID they would lead to another page of the automation service. */
const namesSomething = /[^\s.]/;

/** The form that connects the automation service. */
export class TeamForm {
  @MaxLength(100, { message: 'A team ID can have at most 100 characters' })
  @Matches(namesSomething, { message: teamIdMessage })
  @IsString({ message: teamIdMessage })
  teamId = '';
}

export const adminPasswordMinCharacters = 12;

/** The form that creates another admin. */
export class AdminUserForm {
  @IsEmail({}, { message: 'Please enter a valid email address' })
  email = '';

  @MaxLength(200, { message: 'A password can have at most 200 characters' })
  @MinLength(adminPasswordMinCharacters, {
    message: `Password must be at least ${adminPasswordMinCharacters} characters`,
  })
  @IsString({ message: `Password must be at least ${adminPasswordMinCharacters} characters` })
  password = '';
}

interface AdminUserCreatedData {
  readonly admin_id: string;
  readonly email: string;
}

export const automationConnected = defineEvent<{ readonly team_id: string }>()('AutomationConnected', {
  audit: (data) => `The automation service was connected for team ${data.team_id}.`,
});
export const adminUserCreated = defineEvent<AdminUserCreatedData>()('AdminUserCreated', {
  personal: { account: (data) => data.admin_id, fields: ['email'] },
  audit: (data) => `The admin user ${data.admin_id} was created.`,
});

export const missingApiToken = defineFailure(
  'missing_api_token',
  'Missing API Token',
  'Set AUTOMATION_URL and AUTOMATION_TOKEN on the server and restart it.',
);
export const connectionFailed = defineFailure(
  'connection_failed',
  'Connection Failed',
  'The automation service did not accept this team. Check the team ID and try again.',
);
export const notConnected = defineFailure(
  'not_connected',
  'Admin Creation Failed',
  'Connect the automation service first.',
);
export const adminExists = defineFailure(
  'admin_exists',
  'Admin Creation Failed',
  'There is already an admin user with this email.',
);

const automationEvents = [automationConnected, adminUserCreated] as const;
export type AutomationEvent = EventOf<(typeof automationEvents)[number]>;

export type AutomationCommand =
  | { readonly kind: 'connect'; readonly team_id: string }
  | { readonly kind: 'create-admin'; readonly admin_id: string; readonly email: string };

export interface AutomationState {
  readonly team_id: string | null;
  readonly admins: readonly string[];
}

/** The id of the only automation stream. */
export const automationId = 'platform';

export const automation: Decider<AutomationState, AutomationCommand, AutomationEvent> = {
  category: 'automation',
  events: automationEvents,
  initial: { team_id: null, admins: [] },
  evolve: (state, event) => {
    switch (event.type) {
      case 'AutomationConnected':
        return { ...state, team_id: event.data.team_id };
      case 'AdminUserCreated':
        return { ...state, admins: [...state.admins, event.data.admin_id] };
      default:
        return assertNever(event);
    }
  },
  decide: (command, state) => {
    switch (command.kind) {
      case 'connect':
        return state.team_id === command.team_id ? [] : [automationConnected.of({ team_id: command.team_id })];
      case 'create-admin': {
        if (state.team_id === null) return notConnected();
        const { admin_id, email } = command;
        return state.admins.includes(admin_id) ? [] : [adminUserCreated.of({ admin_id, email })];
      }
      default:
        return assertNever(command);
    }
  },
};
