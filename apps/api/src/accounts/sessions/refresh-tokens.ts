import { createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';
import { Macs } from '../../kernel/keys/macs.ts';

interface TokenParts {
  /** The session's id. */
  readonly id: string;
  /** Counts the refresh tokens of a session. */
  readonly generation: number;
}

/** Refresh tokens are authenticated by a MAC, so that nothing is stored that could be replayed. */
export class RefreshTokens {
  readonly #macs: Macs;

  constructor(config: Pick<Config, 'jwtSecret' | 'otherJwtSecrets'>) {
    this.#macs = new Macs(config, (secret) => createHmac('sha256', secret).update('refresh tokens').digest());
  }

  of({ id, generation }: TokenParts): string {
    const text = `${id}.${generation}`;
    return `${text}.${this.#macs.sign(text).toString('base64url')}`;
  }

  /** Null for a token that we didn't issue. */
  read(token: string): TokenParts | null {
    const [id, generationText, macText, ...rest] = token.split('.');
    if (!id || !macText || rest.length > 0 || !/^\d{1,9}$/.test(generationText ?? '')) return null;
    const generation = Number(generationText);
    const isOurs = this.#macs.isSigned(`${id}.${generation}`, Buffer.from(macText, 'base64url'));
    return isOurs ? { id, generation } : null;
  }
}
