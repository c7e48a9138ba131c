import type { WireMoney } from '@tessera/domain/money';
import { OneOf, Whole } from './fields.ts';

export class Money implements WireMoney {
  @Whole('Cents.')
  readonly amount_cents!: number;

  @OneOf(['USD'])
  readonly currency!: 'USD';
}
