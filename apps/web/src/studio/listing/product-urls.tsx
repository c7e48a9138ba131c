import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import { isURL } from 'class-validator';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { fullAddress, isPlainAddress, webAddress } from '@tessera/domain/web-address';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';

interface ProductUrlsProps {
  readonly initial: readonly string[];
  /** The form's error for the whole list, shown at the rows that cause it. */
  readonly error: string | undefined;
  /** Called with the URLs, without rows that are still empty. */
  readonly onChange: (urls: string[]) => void;
}

interface UrlRowProps {
  readonly url: string;
  readonly number: number;
  readonly error: string | undefined;
  readonly onChange: (url: string) => void;
  readonly onRemove: (() => void) | null;
}

const UrlRow = ({ url, number, error, onChange, onRemove }: UrlRowProps) => (
  <Box>
    <Flex gap="2">
      <TextInput
        id={`product-url-${number}`}
        type="url"
        inputMode="url"
        placeholder="https://"
        aria-label={`Product URL ${number}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `product-url-${number}-error` : undefined}
        value={url}
        onChange={(event) => onChange(event.target.value)}
      />
      {onRemove && (
        <Button variant="ghost" aria-label={`Remove product URL ${number}`} onClick={onRemove}>
          <X size={18} strokeWidth={1.5} aria-hidden />
        </Button>
      )}
    </Flex>
    {error && (
      <Box id={`product-url-${number}-error`} role="alert" mt="1" fontSize="sm" color="trouble">
        {error}
      </Box>
    )}
  </Box>
);

const isEmpty = (url: string) => url.trim() === '';
const isSite = (address: string) => isURL(address, webAddress) && isPlainAddress(address);

/** One row per URL. The last remaining row can't be removed. */
export const ProductUrls = ({ initial, error, onChange }: ProductUrlsProps) => {
  const [rows, setRows] = useState<readonly string[]>(initial.length > 0 ? initial : ['']);
  const change = (changed: readonly string[]) => {
    setRows(changed);
    onChange(changed.map((url) => url.trim()).filter((url) => !isEmpty(url)));
  };
  const isInvalid = (url: string, index: number) =>
    rows.every(isEmpty) ? index === 0 : !isEmpty(url) && !isSite(fullAddress(url));
  return (
    <chakra.fieldset>
      <chakra.legend fontSize="sm" fontWeight="500" mb="1.5">
        Product URLs
      </chakra.legend>
      <Stack gap="2">
        {rows.map((url, index) => (
          <UrlRow
            // A row's only identity is its place in the list.
            key={index}
            url={url}
            number={index + 1}
            error={isInvalid(url, index) ? error : undefined}
            onChange={(changed) => change(rows.with(index, changed))}
            onRemove={rows.length > 1 ? () => change(rows.toSpliced(index, 1)) : null}
          />
        ))}
      </Stack>
      <Button variant="ghost" size="sm" mt="2" ms="-3.5" onClick={() => setRows([...rows, ''])}>
        <Plus size={16} strokeWidth={1.5} aria-hidden /> Add another URL
      </Button>
    </chakra.fieldset>
  );
};
