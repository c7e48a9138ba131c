import { Catch, HttpException, Inject } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { ErrorAnswer, ErrorCode } from '@tessera/contract/refusals/errors';
import { statusOf } from '@tessera/contract/refusals/statuses';
import type { Failure } from '@tessera/domain/kernel/failure';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { MediaStoreUnavailable } from '../../adapters/media/port.ts';
import { OutcomeUnknown } from '../../adapters/payments/port.ts';
import { BadCursor } from '../../kernel/views/port.ts';
import { Refused } from '../../kernel/refused.ts';
import { loggerToken } from '../../kernel/tokens.ts';
import { isUnavailable } from '../../kernel/unavailable.ts';
import type { AppRequest } from '../request.ts';

interface Answer {
  readonly status: number;
  readonly error: ErrorAnswer['error'];
  readonly retryAfterSeconds?: number;
}

const ofFailure = ({ failure, title, message, fields }: Failure): Answer => ({
  status: statusOf({ failure }),
  error: { code: failure, title, message, ...(fields ? { fields } : {}) },
});

const answer = (status: number, code: ErrorCode, title: string, message: string): Answer => ({
  status,
  error: { code, title, message },
});

const unexpected = answer(500, 'unexpected', 'Something went wrong', 'An unexpected error occurred. Please try again.');
/** What is busy now may take the same request a moment later. */
export const busySeconds = 1;
const busy: Answer = {
  ...answer(
    503,
    'unavailable',
    'Temporarily unavailable',
    'The service can’t take this right now. Nothing was changed; please try again in a moment.',
  ),
  retryAfterSeconds: busySeconds,
};
const gatewayDown: Answer = {
  ...answer(
    503,
    'payment_unavailable',
    'Checkout Error',
    'The payment service isn’t responding right now. Your cart is safe, and you will not be charged twice. ' +
      'Please try again in a minute.',
  ),
  retryAfterSeconds: 60,
};

/** Refusals by Nest and by the body parser, without their internals. */
const ofStatus = (status: number): Answer => {
  switch (status) {
    case 404:
      return answer(404, 'not_found', 'Not found', 'There is nothing at this address.');
    case 413:
      return answer(413, 'too_large', 'Too large', 'The request is too large.');
    case 415:
      return answer(415, 'unsupported', 'Unsupported format', 'Please send JSON in UTF-8.');
    default:
      return status < 500 ? answer(status, 'bad_request', 'Bad request', 'The request can’t be read.') : unexpected;
  }
};

/** The answer to a thrown value. */
const answerTo = (error: unknown): Answer => {
  if (error instanceof Refused) return ofFailure(error.failure);
  if (error instanceof BadCursor) return answer(400, 'bad_cursor', 'Bad request', 'This cursor can’t be read.');
  if (isUnavailable(error) || error instanceof MediaStoreUnavailable) return busy;
  if (error instanceof OutcomeUnknown) return gatewayDown;
  if (error instanceof HttpException) return ofStatus(error.getStatus());
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? ofStatus(status) : unexpected;
};

/** Answers every error of `/api` and `/functions/v1` in the API's form; unexpected ones are logged, without details for the caller. */
@Catch()
export class ErrorsFilter implements ExceptionFilter {
  constructor(@Inject(loggerToken) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost) {
    const http = host.switchToHttp();
    const request = http.getRequest<AppRequest>();
    const response = http.getResponse<Response>();
    const { status, error: body, retryAfterSeconds } = answerTo(error);
    if (status >= 500) this.logger.error({ err: error, method: request.method, path: request.path }, 'request failed');
    if (response.headersSent) return;
    if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
    // The handler that failed may already have set another content type.
    response
      .status(status)
      .type('json')
      .json({ error: body } satisfies ErrorAnswer);
  }
}
