/** The kernel's configuration; the composition root reads it from the environment. */
export interface KernelConfig {
  /** The folder of the embedded stores' files. */
  readonly dataDir: string;
  /** `api` answers browsers, `projector` folds views and runs workflows, `all` does both. */
  readonly role: 'all' | 'api' | 'projector';
  readonly eventStore: 'embedded' | { readonly engine: 'eventstoredb'; readonly url: string };
  /** The engine of both the views and the vault. */
  readonly readStore: 'embedded' | { readonly engine: 'mongodb'; readonly url: string };
  /** The largest append that the log must accept. */
  readonly appendMaxBytes: number;
  readonly jwtSecret: string;
  /** Accepted but never used for signing: the previous secret, or the next one. */
  readonly otherJwtSecrets: readonly string[];
  /** 32 bytes. Wraps the keys of personal data and of tokens. */
  readonly masterKey: Buffer;
  /** Still unwrap, but no longer wrap: the previous key, or the next one. */
  readonly otherMasterKeys: readonly Buffer[];
  /** A process that shows no sign of life for this long loses its leases. */
  readonly leaseMs: number;
}
