import { validateSync } from 'class-validator';

/** Per field of a form that breaks a rule, what the user reads: the rule written first. For tests of forms. */
export const messagesOf = (form: object): Record<string, string> =>
  Object.fromEntries(
    // Decorators apply from the bottom up, so that the rule written first comes last.
    validateSync(form).map((error) => [error.property, Object.values(error.constraints ?? {}).at(-1) ?? '']),
  );
