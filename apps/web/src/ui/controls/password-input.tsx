import { Box } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { TextInput } from './text-input.tsx';

/** A password field with a button that shows or hides what was typed. */
export const PasswordInput = (props: Omit<ComponentProps<typeof TextInput>, 'type'>) => {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Box position="relative">
      <TextInput
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        pe="12"
      />
      <Button
        variant="ghost"
        size="icon"
        position="absolute"
        top="0"
        insetEnd="0"
        color="ink.muted"
        aria-label={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
      >
        <Icon size={18} strokeWidth={1.5} aria-hidden />
      </Button>
    </Box>
  );
};
