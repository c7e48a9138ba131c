import { chakra } from '@chakra-ui/react';
import { mediaUrl } from '../media/media-url.ts';
import { Initials } from './initials.tsx';
import type { PortraitSize } from './initials.tsx';

interface PortraitProps {
  readonly name: string;
  /** A path below `/media/`, or an address of a picture chosen here; null for none. */
  readonly picture: string | null | undefined;
  readonly size?: PortraitSize;
}

/** Who somebody is: the picture they gave of themselves, or their initials; no words, as the name stands beside it. */
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
