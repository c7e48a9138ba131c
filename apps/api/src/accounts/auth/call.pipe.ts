import { Injectable } from '@nestjs/common';
import { isFields } from '@tessera/domain/kernel/fields';
import type { Fields } from '@tessera/domain/kernel/fields';
import { FormPipe, checked } from '../../http/input/form.pipe.ts';
import type { FormClass } from '@tessera/domain/kernel/text';
import { badInput } from './auth-refused.ts';

/** An object that may be left out. @throws AuthRefused if it is anything else */
export const fieldsIn = (sent: unknown): Fields => {
  const fields = sent ?? {};
  if (!isFields(fields)) throw badInput('Please send a JSON object');
  return fields;
};

/**
 * Validates a body like `readForm`, with refusals in the form of the protocol. Its client sends null for some fields that
 * it leaves out, and no body at all for an empty one.
 * @throws AuthRefused
 */
export const readCall = async <Call extends object>(callClass: FormClass<Call>, body: unknown): Promise<Call> => {
  const { form, problems } = await checked(callClass, fieldsIn(body));
  if (problems[0]) throw badInput(problems[0][1]);
  return form;
};

/** Used as `@Body(new CallPipe(SignUpCall))`. */
@Injectable()
export class CallPipe<Call extends object> extends FormPipe<Call> {
  override transform(body: unknown): Promise<Call> {
    return readCall(this.formClass, body);
  }
}
