import { STATUS_CODES } from 'node:http';
import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { AuthErrorAnswer, ErrorAnswer } from '@tessera/contract/refusals/errors';
import { errorStatuses } from '@tessera/contract/refusals/statuses';
import { referenceTo } from './schemas.ts';

/** A code that has one status. */
type Code = keyof typeof errorStatuses;

/** A refusal of a protocol that has codes and statuses of its own. */
interface ProtocolRefusal {
  readonly status: number;
  readonly errorCode: string;
}

/** Marks in the operation, which `describeRefusals` turns into responses; marks of a class add to those of a route. */
const mark = 'x-refuses ';

/**
 * Names what a route, or all routes of a controller, may refuse with besides what its description tells anyway: a code,
 * whose status is in the contract, or a refusal of a protocol.
 */
export const Refuses = (...refusals: readonly (Code | ProtocolRefusal)[]) =>
  applyDecorators(
    ...refusals.map((refusal) => {
      const { status, errorCode } =
        typeof refusal === 'string' ? { status: errorStatuses[refusal], errorCode: refusal } : refusal;
      return ApiExtension(`${mark}${status} ${errorCode}`, true);
    }),
  );

export interface Operation {
  readonly responses: Record<string, unknown>;
  readonly security?: readonly unknown[];
  parameters?: readonly { readonly in: string; readonly name: string }[];
}

/** Under `/auth/v1`, refusals that other routes share have the codes of the protocol. */
const protocolCodes: Partial<Record<string, readonly string[]>> = {
  bad_request: ['bad_json'],
  unsupported: ['bad_json'],
  invalid_input: ['invalid_input', 'validation_failed'],
  not_found: [],
  too_large: ['request_too_large'],
  too_many_requests: ['over_request_rate_limit'],
  too_many_wrong_codes: ['over_request_rate_limit'],
  unexpected: ['unexpected_failure'],
};

const writeMethods = ['post', 'put', 'patch', 'delete'];

/** What can be refused before a route's own code runs, as its description tells: by its path, parameters and body. */
const impliedBy = (method: string, { parameters = [], security }: Operation): readonly Code[] => {
  const isWrite = writeMethods.includes(method);
  const reads = (place: string) => parameters.some((parameter) => parameter.in === place);
  return [
    'bad_request',
    ...(reads('query') || isWrite ? (['invalid_input'] as const) : []),
    ...(parameters.some(({ name }) => name === 'cursor') ? (['bad_cursor'] as const) : []),
    ...(reads('path') ? (['not_found'] as const) : []),
    ...(isWrite && security ? (['too_many_requests'] as const) : []),
    ...(isWrite ? (['too_large', 'unsupported'] as const) : []),
    'unexpected',
    'unavailable',
  ];
};

const markedIn = (operation: object): readonly (readonly [status: string, code: string])[] =>
  Object.keys(operation)
    .filter((key) => key.startsWith(mark))
    .map((key) => {
      const [status = '', code = ''] = key.slice(mark.length).split(' ');
      return [status, code];
    });

const answerOf = (status: string, codes: readonly string[], isProtocol: boolean) => {
  const code = { enum: codes };
  const own = isProtocol ? { code: { const: Number(status) }, error_code: code } : { error: { properties: { code } } };
  const schema = { allOf: [referenceTo(isProtocol ? AuthErrorAnswer : ErrorAnswer), { properties: own }] };
  const description = `${STATUS_CODES[status]}: ${codes.map((each) => `\`${each}\``).join(', ')}.`;
  return { description, content: { 'application/json': { schema } } };
};

/**
 * Adds an answer for each status that an operation may refuse or fail with, and its codes. An answer of the operation's own
 * with that status stays as it is.
 */
export const describeRefusals = (path: string, method: string, operation: Operation) => {
  const isProtocol = path.startsWith('/auth/v1/');
  const implied = impliedBy(method, operation).map((code) => [String(errorStatuses[code]), code] as const);
  const refusals = [...implied, ...markedIn(operation)].flatMap(([status, code]) =>
    (isProtocol ? (protocolCodes[code] ?? [code]) : [code]).map((each) => [status, each] as const),
  );
  for (const key of Object.keys(operation)) {
    if (key.startsWith(mark)) Reflect.deleteProperty(operation, key);
  }
  for (const [status, of] of Map.groupBy(refusals, ([status]) => status)) {
    const codes = [...new Set(of.map(([, code]) => code))].sort();
    operation.responses[status] ??= answerOf(status, codes, isProtocol);
  }
};
