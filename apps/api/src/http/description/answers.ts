import { HttpCode, applyDecorators } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Class } from '@tessera/contract/kernel/fields';
import { anyOf } from './schemas.ts';
import type { Schema } from './schemas.ts';

type Answer = Class | readonly Class[] | null;
type InstanceOf<Answered> = Answered extends readonly (infer One)[]
  ? InstanceOf<One>
  : Answered extends abstract new () => infer Instance
    ? Instance
    : void;

/** Makes the compiler check that a route returns what it declares. */
type OnRoute<Result> = <Route extends (...args: never[]) => Result | Promise<Result>>(
  target: object,
  name: string,
  route: TypedPropertyDescriptor<Route>,
) => void;

const jsonOf = (answer: Answer) => {
  if (answer === null) return {};
  return { content: { 'application/json': { schema: anyOf([answer].flat()) } } };
};

/**
 * Describes what a route does, in a sentence, and what it answers for each status: a class, several, or null for an
 * empty body. The first status is the usual one. Refusals and failures are described for all routes at once.
 */
export const Answers = <const Answered extends Readonly<Record<number, Answer>>>(
  summary: string,
  answered: Answered,
): OnRoute<InstanceOf<Answered[keyof Answered]>> => {
  const answers = Object.entries(answered as Readonly<Record<string, Answer>>);
  return applyDecorators(
    HttpCode(Number(answers[0]?.[0])),
    ApiOperation({ summary }),
    ...answers.map(([status, answer]) =>
      ApiResponse({ status: Number(status), description: summary, ...jsonOf(answer) }),
    ),
  );
};

/**
 * Like `Answers`, for a route that writes its own response: a file of one of the types, a redirect, or nothing. Only a
 * success has the file.
 */
export const AnswersDirectly = (summary: string, statuses: readonly number[], ...types: readonly string[]) => {
  const file = { schema: { type: 'string', format: 'binary' } };
  const content = types.length > 0 ? { content: Object.fromEntries(types.map((type) => [type, file])) } : {};
  const hasFile = (status: number) => status < 300;
  return applyDecorators(
    ApiOperation({ summary }),
    ...statuses.map((status) => ApiResponse({ status, description: summary, ...(hasFile(status) ? content : {}) })),
  );
};

/** Describes the body of a route that proves its bytes with a signature; any other body is checked by what describes it. */
export const TakesSigned = (body: Class): MethodDecorator => ApiBody({ schema: anyOf([body]) });

/** Describes a header that the route reads. */
export const TakesHeader = (name: string, description: string, schema: Schema, required = true): MethodDecorator =>
  ApiHeader({ name, description, required, schema });
