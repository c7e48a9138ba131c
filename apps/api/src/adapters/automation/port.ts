/** The automation service of the operator. */
export abstract class AutomationService {
  /** False where no token for it was set. */
  abstract readonly configured: boolean;
  /** @throws AutomationRefused when the service doesn't know the team, or can't be reached. */
  abstract testConnection(teamId: string): Promise<void>;
}

/** The message is fit for the admin's eyes. */
export class AutomationRefused extends Error {
  override readonly name = 'AutomationRefused';
}
