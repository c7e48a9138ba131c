import { OneOf, Integer } from './fields.ts';

export class Money {
  @Integer('Cents.')
  readonly amount_cents!: number;

  @OneOf(['USD'])
  readonly currency!: 'USD';
}
