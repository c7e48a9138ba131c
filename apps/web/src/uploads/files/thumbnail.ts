const widthMaxPx = 320;
const quality = 0.7;

/** A thumbnail of an image file as a data URL; empty for a video, or if this browser can't read the file. */
export const thumbnailOf = async (file: File): Promise<string> => {
  if (!file.type.startsWith('image/')) return '';
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: widthMaxPx, resizeQuality: 'medium' });
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return canvas.toDataURL('image/jpeg', quality);
  } catch {
    return '';
  }
};
