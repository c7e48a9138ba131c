import type { PrivateDetail } from '@tessera/domain/content/media/private-details/exif';

/** Loaded only once someone chooses a file. */
const cleaned = async (file: File) => (await import('./cleaned-file.ts')).cleanedFile(file);

/** What a file says about where it was taken, with what, and about whom; nothing if it can't be read. */
export const privateDetailsIn = async (file: File): Promise<readonly PrivateDetail[]> => {
  try {
    return (await cleaned(file)).details;
  } catch {
    return [];
  }
};

/** Returns the file without these details, of the same size and with the same pixels. */
export const withoutPrivateDetails = async (file: File): Promise<File> => (await cleaned(file)).file;

const texts: Readonly<Record<PrivateDetail, string>> = {
  place: 'where the shot was taken',
  'serial number': 'the serial number of a camera or lens',
  name: 'somebody’s name',
};

/** `This file tells where the shot was taken and somebody’s name`. @param subject with its verb */
export const privateDetailsText = (subject: string, details: readonly PrivateDetail[]): string => {
  const told = (Object.keys(texts) as PrivateDetail[]).filter((detail) => details.includes(detail));
  return `${subject} ${new Intl.ListFormat('en-US').format(told.map((detail) => texts[detail]))}`;
};
