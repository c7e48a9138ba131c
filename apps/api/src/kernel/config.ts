/** What the machinery is told at start; the composition root reads it from the environment. */
export interface KernelConfig {
  /** The folder of the embedded stores. */
  readonly dataDir: string;
  /** `api` answers browsers, `projector` folds views and runs workflows, `all` does both. */
  readonly role: 'all' | 'api' | 'projector';
  readonly eventStore: 'embedded' | { readonly engine: 'eventstoredb'; readonly url: string };
  /** Of views and vault. */
  readonly readStore: 'embedded' | { readonly engine: 'mongodb'; readonly url: string };
  /** The largest append the log may be asked for. */
  readonly appendMaxBytes: number;
  readonly jwtSecret: string;
  /** Believed, and sign nothing: the one of before, or the one to come. */
  readonly otherJwtSecrets: readonly string[];
  /** 32 bytes: wraps the keys of personal data and of tokens. */
  readonly masterKey: Buffer;
  /** Open what they wrapped, and wrap nothing: the one of before, or the one to come. */
  readonly otherMasterKeys: readonly Buffer[];
  /** A process that gives no sign of life for so long loses what it does for all. */
  readonly leaseMs: number;
}
