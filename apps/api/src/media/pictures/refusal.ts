import { mediaPixelsMax, pictureTooLarge } from '@tessera/domain/content/media/media-failures';
import type { Failure } from '@tessera/domain/kernel/failure';
import type { NotDecoded } from './picture-tasks.ts';

const millions = (pixels: number) => pixels / 1_000_000;

/** What the sender of a picture is told that is not even decoded. */
export const refusalOf = (
  why: NotDecoded,
  { otherType, tooLarge = pictureTooLarge }: { readonly otherType: () => Failure; readonly tooLarge?: () => Failure },
): Failure => {
  switch (why.refused) {
    case 'other type':
      return otherType();
    case 'too large':
      return tooLarge();
    case 'too expensive':
      return pictureTooLarge({
        message:
          `${why.kindName} can have at most ${why.megapixels} megapixels; ` +
          `saved as a standard JPEG it can have ${millions(mediaPixelsMax)}`,
      });
  }
};
