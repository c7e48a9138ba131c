import { AutomationRefused } from './port.ts';
import type { AutomationService } from './port.ts';

const answerMaxMs = 10_000;

interface Access {
  readonly url: string;
  readonly token: string;
}

const fetchTeam = async ({ url, token }: Access, teamId: string): Promise<Response> => {
  try {
    return await fetch(new URL(`teams/${encodeURIComponent(teamId)}`, url.endsWith('/') ? url : `${url}/`), {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(answerMaxMs),
    });
  } catch {
    throw new AutomationRefused('The automation service could not be reached. Check AUTOMATION_URL and try again.');
  }
};

/** Calls the service at `AUTOMATION_URL` with the server's own token. `access` is null when none is set. */
export const httpAutomation = (access: Access | null): AutomationService => ({
  configured: access !== null,
  async testConnection(teamId) {
    if (!access) throw new AutomationRefused('No automation service is configured.');
    const { ok, status } = await fetchTeam(access, teamId);
    if (ok) return;
    if (status === 404) throw new AutomationRefused('The automation service has no team with this ID.');
    if (status === 401 || status === 403) {
      throw new AutomationRefused('The automation service refused the API token. Check AUTOMATION_TOKEN.');
    }
    throw new AutomationRefused(`The automation service answered ${status}. Please try again later.`);
  },
});
