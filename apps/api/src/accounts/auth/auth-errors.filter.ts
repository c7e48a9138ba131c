import { Catch, HttpException, Inject } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { AuthErrorAnswer } from '@tessera/contract/refusals/errors';
import { statusOf as statusOfRefusal } from '@tessera/contract/refusals/statuses';
import type { Failure } from '@tessera/domain/kernel/failure';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { busySeconds } from '../../http/errors/errors.filter.ts';
import type { AppRequest } from '../../http/request.ts';
import { Refused } from '../../kernel/refused.ts';
import { loggerToken } from '../../kernel/tokens.ts';
import { isUnavailable } from '../../kernel/unavailable.ts';
import { AuthRefused, insufficientAal, unknownPath } from './auth-refused.ts';

const unexpected = new AuthRefused(500, 'unexpected_failure', 'An unexpected error occurred.');
const busy = new AuthRefused(
  503,
  'unavailable',
  'The service can’t take this right now. Please try again in a moment.',
);

const ofFailure = ({ failure, title, message }: Failure): AuthRefused => {
  const status = statusOfRefusal({ failure });
  switch (failure) {
    case 'user_already_exists':
      return new AuthRefused(status, failure, 'User already registered');
    case 'second_factor_required':
      return insufficientAal();
    case 'too_many_requests':
    case 'too_many_wrong_codes':
      return new AuthRefused(status, 'over_request_rate_limit', `${title}. ${message}`);
    default:
      return new AuthRefused(status, failure, message);
  }
};

/** Refusals of the framework and of its body parser. */
const ofStatus = (status: number): AuthRefused => {
  switch (status) {
    case 404:
      return unknownPath();
    case 413:
      return new AuthRefused(413, 'request_too_large', 'The request is too large');
    default:
      return new AuthRefused(status, 'bad_json', 'The request can’t be read: send JSON in UTF-8');
  }
};

const statusOf = (error: unknown): number => {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : 500;
};

const answerTo = (error: unknown): AuthRefused => {
  if (error instanceof AuthRefused) return error;
  if (error instanceof Refused) return ofFailure(error.failure);
  if (isUnavailable(error)) return busy;
  const status = statusOf(error);
  return status >= 400 && status < 500 ? ofStatus(status) : unexpected;
};

/** Answers every error of `/auth/v1` in the protocol's form; unexpected ones are logged, without details for the caller. */
@Catch()
export class AuthErrorsFilter implements ExceptionFilter {
  constructor(@Inject(loggerToken) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost) {
    const request = host.switchToHttp().getRequest<AppRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const { status, errorCode, message } = answerTo(error);
    if (status >= 500) this.logger.error({ err: error, method: request.method, path: request.path }, 'request failed');
    if (response.headersSent) return;
    if (status === busy.status) response.setHeader('Retry-After', busySeconds);
    response.status(status).json({ code: status, error_code: errorCode, msg: message } satisfies AuthErrorAnswer);
  }
}
