import { Box, chakra } from '@chakra-ui/react';
import type { CreatorSignUpForm } from '@tessera/domain/accounts/forms';
import { codeCharacters, readCode } from '@tessera/domain/referrals/code-format';
import { useAtomValue } from 'jotai';
import { useEffect, useId, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { clearReferral, phaseOf, referralAtom, validateReferral } from '../../referrals/public.ts';
import type { ReferralPhase, ReferralState } from '../../referrals/public.ts';
import { TextInput } from '../../ui/controls/text-input.tsx';

const codeMaxLength = 40;
const help = `${codeCharacters} letters and digits from the creator who invited you`;

const statusText = (phase: ReferralPhase, { error }: ReferralState) =>
  ({ idle: help, validating: 'Validating code...', valid: 'Valid referral code ✓', invalid: error ?? help })[phase];

const colors = { idle: 'ink.muted', validating: 'ink.muted', valid: 'positive', invalid: 'trouble' } as const;

/** The typed code and its validation. It also restores the focus, which the input loses while it is disabled. */
const useTypedCode = () => {
  const state = useAtomValue(referralAtom);
  const phase = phaseOf(state);
  /** Typed text that isn't a code yet. */
  const [draft, setDraft] = useState('');
  const typed = state.code ?? draft;
  const input = useRef<HTMLInputElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (phase === 'validating' || !hadFocus.current) return;
    hadFocus.current = false;
    input.current?.focus();
  }, [phase]);
  const validate = (text: string) => {
    hadFocus.current = document.activeElement === input.current;
    void validateReferral(text, 'manual');
  };
  const type = (text: string) => {
    setDraft(text);
    if (readCode(text)) validate(text);
    else if (state.code !== null) clearReferral();
  };
  const leave = () => {
    if (state.code === null && typed.trim() !== '') validate(typed);
  };
  return { state, phase, typed, type, leave, input };
};

/** The optional referral code of the creator who invited this one, validated as soon as it is complete. */
export const ReferralField = ({ form }: { form: UseFormReturn<CreatorSignUpForm, unknown, CreatorSignUpForm> }) => {
  const { state, phase, typed, type, leave, input } = useTypedCode();
  const id = useId();
  const { setValue } = form;
  useEffect(() => {
    setValue('referralCode', typed.trim());
    setValue('referralSource', state.source);
  }, [setValue, typed, state.source]);
  return (
    <Box>
      <chakra.label htmlFor={id} display="block" fontSize="sm" fontWeight="500" mb="1.5">
        Referral Code{' '}
        <Box as="span" color="ink.muted" fontWeight="400">
          (optional)
        </Box>
      </chakra.label>
      <TextInput
        ref={input}
        id={id}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        disabled={phase === 'validating'}
        aria-invalid={phase === 'invalid'}
        aria-describedby={`${id}-status`}
        maxLength={codeMaxLength}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        fontVariantNumeric="tabular-nums"
      />
      <Box id={`${id}-status`} role="status" fontSize="sm" mt="1.5" color={colors[phase]}>
        {statusText(phase, state)}
      </Box>
    </Box>
  );
};
