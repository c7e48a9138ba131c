import { TOTP, URI } from 'otpauth';

import { post } from '../worlds/client.ts';
import type { Account } from '../worlds/client.ts';

const stepMs = 30_000;

/** An authenticator app that has scanned the QR code: it shows a new code each time. */
export const authenticator = (uri: string, now: () => Date = () => new Date()) => {
  const totp = URI.parse(uri);
  if (!(totp instanceof TOTP)) throw new Error('Not the URI of a time-based code');
  let stepsAhead = 0;
  return {
    /** The next code. The service also accepts the code of the next 30 seconds, so tests need not wait. */
    nextCode: () => {
      const code = totp.generate({ timestamp: now().getTime() + stepsAhead * stepMs });
      stepsAhead += 1;
      return code;
    },
    /** The code of the given number of steps from now. */
    codeAt: (steps: number) => totp.generate({ timestamp: now().getTime() + steps * stepMs }),
  };
};

interface Enrolled {
  readonly id: string;
  readonly totp: { readonly uri: string; readonly secret: string };
}

/** Sets up a second factor over HTTP, which uses up its first code. */
export const setUpSecondFactor = async (url: string, { token }: Pick<Account, 'token'>) => {
  const factors = `${url}/auth/v1/factors`;
  const { id, totp } = await post<Enrolled>(factors, { factor_type: 'totp' }, { token });
  const app = authenticator(totp.uri);
  const challenge = await post<{ id: string }>(`${factors}/${id}/challenge`, {}, { token });
  await post(`${factors}/${id}/verify`, { challenge_id: challenge.id, code: app.nextCode() }, { token });
  const { codes } = await post<{ codes: readonly string[] }>(`${url}/api/account/recovery-codes`, undefined, { token });
  return { factorId: id, secret: totp.secret, app, codes };
};
