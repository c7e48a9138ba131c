import type { AccountCommand, AccountState } from '@tessera/domain/accounts/account';
import {
  requestedBrandChange,
  requestedCreatorChange,
  brandFields,
  creatorFields,
} from '@tessera/domain/accounts/profile/profile-changes';
import type { SentChanges } from '@tessera/domain/accounts/profile/profile-changes';
import { invalidInput, notFound } from '@tessera/domain/failures';
import { cut } from '@tessera/domain/kernel/text';
import { validate } from 'class-validator';
import { firstMessage } from '../../http/input/form.pipe.ts';
import { Refused } from '../../kernel/refused.ts';

type FieldNames = Readonly<Record<string, string>>;

const shownMaxCharacters = 40;

/** @throws Refused for anything but an object of known fields */
const changesIn = (body: unknown, names: FieldNames): SentChanges => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refused(invalidInput({ message: 'Please send a JSON object.' }));
  }
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return body as SentChanges;
  const shown = cut(unknown, shownMaxCharacters);
  throw new Refused(invalidInput({ message: `This field can’t be changed: ${shown}`, fields: { [shown]: 'Unknown' } }));
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
export const changeOf = async (state: AccountState, body: unknown): Promise<AccountCommand> => {
  if (state.status !== 'open') throw new Refused(notFound());
  if (state.role === 'creator') {
    const { form, changes } = requestedCreatorChange(state.details, changesIn(body, creatorFields));
    await check(form, creatorFields);
    return { kind: 'change-creator-profile', changes: changes() };
  }
  const { form, changes } = requestedBrandChange(state.details, changesIn(body, brandFields));
  await check(form, brandFields);
  return { kind: 'change-brand-profile', changes: changes() };
};
