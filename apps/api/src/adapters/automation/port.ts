/** The operator's automation service. */
export abstract class AutomationService {
  /** False when no token for it is set. */
  abstract readonly configured: boolean;
  /** @throws AutomationRefused when the service doesn't know the team, or can't be reached. */
  abstract testConnection(teamId: string): Promise<void>;
}

/** The message may be shown to the admin. */
export class AutomationRefused extends Error {
  override readonly name = 'AutomationRefused';
}
