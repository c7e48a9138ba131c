import { mediaPixelsMax, pictureTooLarge } from '@tessera/domain/content/media/media-failures';
import type { Failure } from '@tessera/domain/kernel/failure';
import type { NotDecoded } from './picture-tasks.ts';

/** Returns the failure for the sender of a picture that was refused before decoding. */
export const refusalOf = (
  reason: NotDecoded,
  { otherType, tooLarge = pictureTooLarge }: { readonly otherType: () => Failure; readonly tooLarge?: () => Failure },
): Failure => {
  switch (reason.refused) {
    case 'other type':
      return otherType();
    case 'too large':
      return tooLarge();
    case 'too expensive':
      return pictureTooLarge({
        message:
          `${reason.kindName} can have at most ${reason.megapixels} megapixels; ` +
          `saved as a standard JPEG it can have ${mediaPixelsMax / 1_000_000}`,
      });
  }
};
