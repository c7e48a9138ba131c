import { chakra } from '@chakra-ui/react';
import { mediaUrl } from '../media/media-url.ts';
import { Initials } from './initials.tsx';
import type { PortraitSize } from './initials.tsx';

interface PortraitProps {
  readonly name: string;
  /** A path below `/media/`, or the blob URL of a picture that was just chosen; null for none. */
  readonly picture: string | null | undefined;
  readonly size?: PortraitSize;
}

/** A person's portrait, or their initials. It has no alt text, because the name is always shown next to it. */
export const Portrait = ({ name, picture, size = '9' }: PortraitProps) => {
  const address = picture?.startsWith('blob:') ? picture : mediaUrl(picture);
  if (address === null) return <Initials name={name} size={size} />;
  return (
    <chakra.img
      src={address}
      alt=""
      decoding="async"
      flexShrink={0}
      boxSize={size}
      borderRadius="control"
      objectFit="cover"
      bg="sunken"
    />
  );
};
