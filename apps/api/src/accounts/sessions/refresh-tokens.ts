import { createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';
import { Macs } from '../../kernel/keys/macs.ts';

interface Named {
  /** The session's. */
  readonly id: string;
  /** Counts the refresh tokens of a session. */
  readonly generation: number;
}

/** Authenticated by a MAC: nothing is stored that could be replayed. */
export class RefreshTokens {
  readonly #macs: Macs;

  constructor(config: Pick<Config, 'jwtSecret' | 'otherJwtSecrets'>) {
    this.#macs = new Macs(config, (secret) => createHmac('sha256', secret).update('refresh tokens').digest());
  }

  of({ id, generation }: Named): string {
    const named = `${id}.${generation}`;
    return `${named}.${this.#macs.sign(named).toString('base64url')}`;
  }

  /** Null for a token that was not given out here. */
  read(token: string): Named | null {
    const [id, generationText, macText, ...rest] = token.split('.');
    if (!id || !macText || rest.length > 0 || !/^\d{1,9}$/.test(generationText ?? '')) return null;
    const generation = Number(generationText);
    const isOurs = this.#macs.isSigned(`${id}.${generation}`, Buffer.from(macText, 'base64url'));
    return isOurs ? { id, generation } : null;
  }
}
