import { HttpCode, applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Class } from '@tessera/contract/kernel/fields';
import { referenceTo } from './schemas.ts';

type Answer = Class | readonly Class[] | null;
type InstanceOf<Answered> = Answered extends readonly (infer One)[]
  ? InstanceOf<One>
  : Answered extends abstract new () => infer Instance
    ? Instance
    : void;

/** The compiler holds a route to what it says it answers. */
type OnRoute<Result> = <Route extends (...args: never[]) => Result | Promise<Result>>(
  target: object,
  name: string,
  route: TypedPropertyDescriptor<Route>,
) => void;

const anyOf = (classes: readonly Class[]) => {
  const references = classes.map(referenceTo);
  return references.length > 1 ? { anyOf: references } : { ...references[0] };
};

const jsonOf = (answer: Answer) => {
  if (answer === null) return {};
  return { content: { 'application/json': { schema: anyOf([answer].flat()) } } };
};

/**
 * What a route does, in a sentence, and its answers: a class, several, or nothing, by status. The first status is the
 * usual one. Refusals and failures are described for all routes together.
 */
export const Answers = <const Answered extends Readonly<Record<number, Answer>>>(
  words: string,
  answered: Answered,
): OnRoute<InstanceOf<Answered[keyof Answered]>> => {
  const answers = Object.entries(answered as Readonly<Record<string, Answer>>);
  return applyDecorators(
    HttpCode(Number(answers[0]?.[0])),
    ApiOperation({ summary: words }),
    ...answers.map(([status, answer]) =>
      ApiResponse({ status: Number(status), description: words, ...jsonOf(answer) }),
    ),
  );
};

/** As `Answers`, on a route that answers by itself: with a file of one of the types, another address, or nothing. */
export const AnswersDirectly = (words: string, statuses: readonly number[], ...types: readonly string[]) => {
  const file = { schema: { type: 'string', format: 'binary' } };
  const content = types.length > 0 ? { content: Object.fromEntries(types.map((type) => [type, file])) } : {};
  return applyDecorators(
    ApiOperation({ summary: words }),
    ...statuses.map((status) => ApiResponse({ status, description: words, ...content })),
  );
};

/** On a route that reads its body by itself; of others the pipe tells which form they take. */
export const Takes = (...bodies: readonly Class[]): MethodDecorator => ApiBody({ schema: anyOf(bodies) });
