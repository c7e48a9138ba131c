/** The endings by which a system that doesn't know a file's type can still offer it for choosing. */
export const chosenEndings = ['.heic', '.heif', '.avif', '.webp', '.mov', '.mp4', '.m4v', '.3gp', '.webm'] as const;
