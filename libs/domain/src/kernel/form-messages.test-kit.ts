import { validateSync } from 'class-validator';

/**
 * For each invalid field of a form, the message that the user reads, which is that of the first broken rule. For tests
 * of forms.
 */
export const messagesOf = (form: object): Record<string, string> =>
  Object.fromEntries(
    // Decorators apply from the bottom up, so the rule written first comes last.
    validateSync(form).map((error) => [error.property, Object.values(error.constraints ?? {}).at(-1) ?? '']),
  );
