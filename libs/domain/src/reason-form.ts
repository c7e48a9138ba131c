import { filledText } from './kernel/form-rule.ts';
import { oneLine } from './kernel/text.ts';
import type { Normalizers } from './kernel/text.ts';

/** The base class for a form that asks why. */
export const reasonForm = (charactersMax: number) => {
  class ReasonForm {
    static readonly normalizers: Normalizers = { reason: oneLine };

    @filledText(charactersMax, `Please say why, in at most ${charactersMax} characters`)
    reason: string = '';
  }
  return ReasonForm;
};
