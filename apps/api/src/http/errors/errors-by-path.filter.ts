import { Catch } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { AppRequest } from '../request.ts';

/**
 * Picks the filter by the address, also for what fails before a controller is chosen: a body that can't be parsed, an
 * address that nothing answers.
 */
@Catch()
export class ErrorsByPath implements ExceptionFilter {
  private readonly prefix: string;
  private readonly below: ExceptionFilter;
  private readonly elsewhere: ExceptionFilter;

  constructor(prefix: string, below: ExceptionFilter, elsewhere: ExceptionFilter) {
    this.prefix = prefix;
    this.below = below;
    this.elsewhere = elsewhere;
  }

  catch(error: unknown, host: ArgumentsHost) {
    const { path } = host.switchToHttp().getRequest<AppRequest>();
    (path.startsWith(this.prefix) ? this.below : this.elsewhere).catch(error, host);
  }
}
