import { Query } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { invalidInput } from '@tessera/domain/failures';
import { validate } from 'class-validator';
import { Refused } from '../../kernel/refused.ts';
import { fieldsOf, requiredOf } from '../description/schemas.ts';
import { firstMessage } from './form.pipe.ts';

type QueryClass<Params> = new () => Params;
type Refusal = (message: string) => Error;
const refused: Refusal = (message) => new Refused(invalidInput({ message }));

/** Empty counts as left out: browsers also send the empty fields of a form. */
const isLeftOut = (value: unknown) => value === undefined || value === '';

class QueryPipe<Params extends object> implements PipeTransform<Readonly<Record<string, unknown>>, Promise<Params>> {
  private readonly fields: ReturnType<typeof fieldsOf>;
  constructor(
    private readonly queryClass: QueryClass<Params>,
    private readonly refusal: Refusal,
  ) {
    this.fields = fieldsOf(queryClass);
  }

  /** @throws the refusal */
  async transform(sent: Readonly<Record<string, unknown>>): Promise<Params> {
    const params = new this.queryClass();
    for (const [name, { type }] of this.fields) {
      const value = sent[name];
      if (isLeftOut(value)) continue;
      Object.assign(params, { [name]: type === 'integer' && typeof value === 'string' ? Number(value) : value });
    }
    const [error] = await validate(params);
    if (error) throw this.refusal(firstMessage(error));
    return params;
  }
}

/** Validated query parameters, which it also adds to the API description: `@QueryParams(PageQuery) { limit }: PageQuery`. */
export const QueryParams =
  <Params extends object>(queryClass: QueryClass<Params>, refusal = refused): ParameterDecorator =>
  (target, name, index) => {
    Query(new QueryPipe(queryClass, refusal))(target, name, index);
    const route = name && Object.getOwnPropertyDescriptor(target, name);
    if (!route) return;
    const required = requiredOf(queryClass);
    for (const [field, { description, ...schema }] of fieldsOf(queryClass)) {
      const words = typeof description === 'string' ? { description } : {};
      ApiQuery({ name: field, ...words, required: required.includes(field), schema })(target, name, route);
    }
  };
