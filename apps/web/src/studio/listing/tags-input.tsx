import { tagsIn } from '@tessera/domain/content/tags';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { TextInput } from '../../ui/controls/text-input.tsx';

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
        onTags(tagsIn(event.target.value));
      }}
    />
  );
};
