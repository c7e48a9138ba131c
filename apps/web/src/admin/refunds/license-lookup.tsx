import { Flex, chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';

const numberPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** A license's number, on its own or anywhere in a link that was pasted. */
const numberIn = (typed: string) => numberPattern.exec(typed)?.[0].toLowerCase() ?? typed.trim();

/** Where the operator names a license that nobody asked to have refunded. */
export const LicenseNumber = ({ onNumber }: { onNumber: (licenseId: string) => void }) => {
  const [typed, setTyped] = useState('');
  const id = useId();
  return (
    <chakra.form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim()) onNumber(numberIn(typed));
      }}
    >
      <chakra.label htmlFor={id} display="block" fontSize="sm" fontWeight="500" mb="1.5">
        Refund a license by its number or link
      </chakra.label>
      <Flex gap="2">
        <TextInput
          id={id}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          fontSize={{ base: '16px', md: 'sm' }}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="secondary">
          Refund…
        </Button>
      </Flex>
    </chakra.form>
  );
};
