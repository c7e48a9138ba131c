import { useState } from 'react';
import type { ComponentProps } from 'react';
import { TextInput } from '../../ui/controls/text-input.tsx';

/** 'Summer, beach ,,summer' gives ['Summer', 'beach', 'summer']. */
const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

type TagsInputProps = ComponentProps<typeof TextInput> & {
  readonly initial: readonly string[];
  readonly onTags: (tags: string[]) => void;
};

/** A text field for comma-separated tags. It keeps the text as it is typed and reports the tags in it. */
export const TagsInput = ({ initial, onTags, ...props }: TagsInputProps) => {
  const [text, setText] = useState(initial.join(', '));
  return (
    <TextInput
      {...props}
      value={text}
      placeholder="summer, beach, breakfast"
      onChange={(event) => {
        setText(event.target.value);
        onTags(tagsOf(event.target.value));
      }}
    />
  );
};
