import { Flex, chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';

const numberPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The license number in what was typed: on its own, or within a pasted link. */
const numberIn = (typed: string) => numberPattern.exec(typed)?.[0].toLowerCase() ?? typed.trim();

/** Finds any license to refund, by its number or link, even without a refund request. */
export const LicenseLookup = ({ onNumber }: { onNumber: (licenseId: string) => void }) => {
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
