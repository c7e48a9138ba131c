/** The automation service of the operator. */
export interface AutomationService {
  /** False where no token for it was set. */
  readonly configured: boolean;
  /** @throws AutomationRefused when the service doesn't know the team, or can't be reached. */
  testConnection(teamId: string): Promise<void>;
}

/** The message is fit for the admin's eyes. */
export class AutomationRefused extends Error {
  override readonly name = 'AutomationRefused';
}
