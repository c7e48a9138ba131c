import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { FormClass } from '@tessera/domain/kernel/text';
import { anyOf } from '../description/schemas.ts';
import type { AppRequest } from '../request.ts';
import { readForm } from './form.pipe.ts';

type Read = <Form extends object>(formClass: FormClass<Form>, body: unknown) => Promise<Form>;

/**
 * A body in one of several forms, all of which it adds to the API description; the one that is read is an instance of its
 * class.
 * @param choose returns the index of the form that the request must have; for -1, another parameter refuses the request
 */
export const EitherForm = (
  forms: readonly FormClass<object>[],
  choose: (request: AppRequest) => number,
  read: Read = readForm,
): ParameterDecorator => {
  const chosen = createParamDecorator((_data: unknown, context: ExecutionContext) => {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const form = forms[choose(request)];
    return form ? read(form, request.body) : null;
  });
  return (target, name, index) => {
    chosen()(target, name, index);
    const route = name && Object.getOwnPropertyDescriptor(target, name);
    if (route) ApiBody({ schema: anyOf(forms) })(target, name, route);
  };
};
