import { Catch } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { AppRequest } from '../request.ts';

/**
 * Picks the filter by path, so that it also covers what fails before a controller is chosen: a body that can't be
 * parsed, or a path that no route answers.
 */
@Catch()
export class ErrorsByPath implements ExceptionFilter {
  constructor(
    private readonly prefix: string,
    private readonly underPrefix: ExceptionFilter,
    private readonly elsewhere: ExceptionFilter,
  ) {}

  catch(error: unknown, host: ArgumentsHost) {
    const { path } = host.switchToHttp().getRequest<AppRequest>();
    (path.startsWith(this.prefix) ? this.underPrefix : this.elsewhere).catch(error, host);
  }
}
