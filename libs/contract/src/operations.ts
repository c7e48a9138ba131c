import { Flag, OneOf, Text, Texts, Integer } from './kernel/fields.ts';

export class Alive {
  @OneOf(['ok'])
  readonly status!: 'ok';
}

export class Serving {
  @OneOf(['ok', 'stopping'])
  readonly status!: 'ok' | 'stopping';
}

export class Readiness {
  @Text('`ok`, or `not ready`.')
  readonly status!: string;

  @Texts('What keeps the service from being ready.')
  readonly not_ready!: readonly string[];

  @Texts('What is unavailable while the service keeps running.')
  readonly degraded!: readonly string[];
}

/** The operator's public settings. */
export class PublicConfig {
  @Text('`sandbox` or `stripe`.')
  readonly gateway!: string;

  @Texts('Hosts that a checkout address may lead to besides this one.')
  readonly checkout_hosts!: readonly string[];

  @Integer('The maximum size of an uploaded file.')
  readonly media_bytes_max!: number;

  @Text()
  readonly public_host!: string;

  @Flag()
  readonly preview!: boolean;
}
