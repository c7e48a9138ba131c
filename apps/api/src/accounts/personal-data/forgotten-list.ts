import { appendFileSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { BadConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import { isRemembered } from '../../kernel/log/personal-data.ts';
import { configToken } from '../../kernel/tokens.ts';
import { Vault } from '../../kernel/records/port.ts';

const accountId = /^[0-9a-f-]{36}$/;

/**
 * The ids of forgotten accounts, one per line and nothing else about them, in files that outlive the data: after a backup
 * is restored, they tell the shop whom to forget again.
 */
@Injectable()
export class ForgottenList implements OnModuleInit {
  readonly #files: readonly string[];

  constructor(
    @Inject(configToken) { dataDir, forgottenList }: Config,
    private readonly vault: Vault,
  ) {
    mkdirSync(dataDir, { recursive: true });
    this.#files = [join(dataDir, 'forgotten.txt'), ...(forgottenList === null ? [] : [forgottenList])];
  }

  /** Checks at the start that the files are writable, not only when someone wants to be forgotten. */
  onModuleInit() {
    try {
      for (const file of this.#files) appendFileSync(file, '', { mode: 0o600 });
    } catch (error) {
      throw new BadConfig(
        `The list of forgotten people can't be written (${(error as Error).message}). FORGOTTEN_LIST must be the path of ` +
          'a file in a writable folder, next to the backups.',
      );
    }
  }

  /** The id is on disk when this returns. */
  add(id: string) {
    for (const file of this.#files) {
      const handle = openSync(file, 'a', 0o600);
      try {
        appendFileSync(handle, `${id}\n`);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
    }
  }

  /** The ids on the list that the vault still has a key for. */
  async remembered(): Promise<readonly string[]> {
    const lines = this.#files
      .filter((file) => existsSync(file))
      .flatMap((file) => readFileSync(file, 'utf8').split('\n'));
    const found: string[] = [];
    for (const id of new Set(lines.filter((line) => accountId.test(line)))) {
      if (await isRemembered(this.vault, id)) found.push(id);
    }
    return found;
  }
}
