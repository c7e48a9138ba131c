import type { AccountCommand, AccountState } from '@tessera/domain/accounts/account';
import {
  requestedBrandChange,
  requestedCreatorChange,
  brandFields,
  creatorFields,
} from '@tessera/domain/accounts/profile/profile-changes';
import type { SentChanges } from '@tessera/domain/accounts/profile/profile-changes';
import { invalidInput, notFound } from '@tessera/domain/failures';
import type { FormClass } from '@tessera/domain/kernel/text';
import { validate } from 'class-validator';
import { checked, firstMessage, objectIn } from '../../http/input/form.pipe.ts';
import { Refused } from '../../kernel/refused.ts';

type FieldNames = Readonly<Record<string, string>>;

/** Reads the fields that were sent; null is a value here, which empties the field. @throws Refused for an unknown field */
export const readChange = async <Change extends object>(
  changeClass: FormClass<Change>,
  body: unknown,
): Promise<Change> => {
  const { form, problems } = await checked(changeClass, objectIn(body));
  const [problem] = problems;
  if (problem) throw new Refused(invalidInput({ message: problem[1], fields: Object.fromEntries(problems) }));
  return form;
};

/** Validates the profile with the changes applied. @throws Refused, with the fields named as they were sent */
const check = async (form: object, names: FieldNames) => {
  const errors = await validate(form, { forbidUnknownValues: true });
  if (errors.length === 0) return;
  const messages = new Map(errors.map((error) => [error.property, firstMessage(error)]));
  const fields = Object.fromEntries(
    Object.entries(names).flatMap(([name, field]) => (messages.has(field) ? [[name, messages.get(field) ?? '']] : [])),
  );
  throw new Refused(invalidInput({ message: [...messages.values()][0], fields }));
};

/** The command for a request to change one's own profile. @throws Refused */
export const changeOf = async (state: AccountState, sent: SentChanges): Promise<AccountCommand> => {
  if (state.status !== 'open') throw new Refused(notFound());
  if (state.role === 'creator') {
    const { form, changes } = requestedCreatorChange(state.details, sent);
    await check(form, creatorFields);
    return { kind: 'change-creator-profile', changes: changes() };
  }
  const { form, changes } = requestedBrandChange(state.details, sent);
  await check(form, brandFields);
  return { kind: 'change-brand-profile', changes: changes() };
};
