import { Query } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { invalidInput } from '@tessera/domain/failures';
import { validate } from 'class-validator';
import { Refused } from '../../kernel/refused.ts';
import { fieldsOf, requiredOf } from '../description/schemas.ts';
import { firstMessage } from './form.pipe.ts';

type QueryClass<QueryParams> = new () => QueryParams;

/** What is left empty counts as left out, as a browser sends the fields of a form. */
const isLeftOut = (value: unknown) => value === undefined || value === '';

class QueryPipe<QueryParams extends object> implements PipeTransform<
  Readonly<Record<string, unknown>>,
  Promise<QueryParams>
> {
  private readonly fields: ReturnType<typeof fieldsOf>;
  constructor(private readonly queryClass: QueryClass<QueryParams>) {
    this.fields = fieldsOf(queryClass);
  }

  /** @throws Refused */
  async transform(sent: Readonly<Record<string, unknown>>): Promise<QueryParams> {
    const asked = new this.queryClass();
    for (const [name, { type }] of this.fields) {
      const value = sent[name];
      if (isLeftOut(value)) continue;
      Object.assign(asked, { [name]: type === 'integer' && typeof value === 'string' ? Number(value) : value });
    }
    const [error] = await validate(asked);
    if (error) throw new Refused(invalidInput({ message: firstMessage(error) }));
    return asked;
  }
}

/** `@QueryParams(PageQuery) { limit, cursor }: PageQuery`: what is asked for in the address; it describes its parameters. */
export const QueryParams =
  <QueryParams extends object>(queryClass: QueryClass<QueryParams>): ParameterDecorator =>
  (target, name, place) => {
    Query(new QueryPipe(queryClass))(target, name, place);
    const route = name && Object.getOwnPropertyDescriptor(target, name);
    if (!route) return;
    for (const [field, schema] of fieldsOf(queryClass)) {
      ApiQuery({ name: field, required: requiredOf(queryClass).includes(field), schema })(target, name, route);
    }
  };
