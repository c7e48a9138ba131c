import { logoBytesMax, logoTooLarge, notAnImage } from '@tessera/domain/accounts/profile/logo';

const isPicture = ({ type }: Pick<File, 'type'>) => type.startsWith('image/') && type !== 'image/svg+xml';

/** Why a chosen file can't be the logo, or null. The server checks again, by content. */
export const logoProblem = (file: Pick<File, 'type' | 'size'>): string | null => {
  if (!isPicture(file)) return notAnImage().message;
  return file.size >= logoBytesMax ? logoTooLarge().message : null;
};
