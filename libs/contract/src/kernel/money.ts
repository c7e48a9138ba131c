import type { WireMoney } from '@tessera/domain/money';
import { OneOf, Integer } from './fields.ts';

export class Money implements WireMoney {
  @Integer('Cents.')
  readonly amount_cents!: number;

  @OneOf(['USD'])
  readonly currency!: 'USD';
}
