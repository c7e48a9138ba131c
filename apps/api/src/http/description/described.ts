import { HttpCode, applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Class } from '@tessera/contract/fields';
import { referenceTo } from './schemas.ts';

type Method<Result> = (...args: never[]) => Result | Promise<Result>;

/** On a route that answers with instances of these classes: the compiler holds it to that. */
type AnswersWith<Result> = <Route extends Method<Result>>(
  target: object,
  name: string,
  route: TypedPropertyDescriptor<Route>,
) => void;

/** What a route does, its status and its answer; `words` are a sentence for the description. */
export const Answers = <const Classes extends readonly Class[]>(
  status: number,
  words: string,
  ...classes: Classes
): AnswersWith<Classes extends readonly [] ? void : InstanceType<Classes[number]>> => {
  const references = classes.map(referenceTo);
  const schema = references.length > 1 ? { oneOf: references } : references[0];
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ summary: words }),
    ApiResponse({ status, description: words, ...(schema ? { content: { 'application/json': { schema } } } : {}) }),
  );
};

/** On a route that reads its body by itself; of others the pipe tells which form they take. */
export const Takes = (...bodies: readonly Class[]): MethodDecorator => {
  const references = bodies.map(referenceTo);
  return ApiBody({ schema: references.length > 1 ? { oneOf: references } : (references[0] ?? {}) });
};
