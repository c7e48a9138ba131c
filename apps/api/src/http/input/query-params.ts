import { Query } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { invalidInput } from '@tessera/domain/failures';
import { validate } from 'class-validator';
import { Refused } from '../../kernel/refused.ts';
import { fieldsOf, requiredOf } from '../description/schemas.ts';
import { firstMessage } from './form.pipe.ts';

type QueryClass<Params> = new () => Params;

/** Empty counts as left out: browsers also send the empty fields of a form. */
const isLeftOut = (value: unknown) => value === undefined || value === '';

class QueryPipe<Params extends object> implements PipeTransform<Readonly<Record<string, unknown>>, Promise<Params>> {
  private readonly fields: ReturnType<typeof fieldsOf>;
  constructor(private readonly queryClass: QueryClass<Params>) {
    this.fields = fieldsOf(queryClass);
  }

  /** @throws Refused */
  async transform(sent: Readonly<Record<string, unknown>>): Promise<Params> {
    const params = new this.queryClass();
    for (const [name, { type }] of this.fields) {
      const value = sent[name];
      if (isLeftOut(value)) continue;
      Object.assign(params, { [name]: type === 'integer' && typeof value === 'string' ? Number(value) : value });
    }
    const [error] = await validate(params);
    if (error) throw new Refused(invalidInput({ message: firstMessage(error) }));
    return params;
  }
}

/** Validated query parameters, which it also adds to the API description: `@QueryParams(PageQuery) { limit }: PageQuery`. */
export const QueryParams =
  <Params extends object>(queryClass: QueryClass<Params>): ParameterDecorator =>
  (target, name, index) => {
    Query(new QueryPipe(queryClass))(target, name, index);
    const route = name && Object.getOwnPropertyDescriptor(target, name);
    if (!route) return;
    for (const [field, schema] of fieldsOf(queryClass)) {
      ApiQuery({ name: field, required: requiredOf(queryClass).includes(field), schema })(target, name, route);
    }
  };
