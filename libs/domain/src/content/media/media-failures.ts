import { defineFailure } from '../../kernel/failure.ts';
import { mediaBytesMax } from '../forms.ts';

const bytesPerMegabyte = 1024 * 1024;

/** More than any phone's camera produces (200 megapixels), and few enough to be decoded in bounded memory. */
export const mediaPixelsMax = 210_000_000;

export const invalidFileType = defineFailure(
  'invalid_file_type',
  'Invalid file type',
  'Please upload an image or video file',
);
/** A file of no bytes: often one that is still in the cloud, or whose copying has failed. */
export const emptyFile = defineFailure(
  'empty_file',
  'Empty file',
  'This file is empty. Please check that it opens on your device, and choose it again',
);
export const fileTooLarge = defineFailure(
  'file_too_large',
  'File too large',
  `Maximum file size is ${mediaBytesMax / bytesPerMegabyte}MB`,
);
export const pictureTooLarge = defineFailure(
  'picture_too_large',
  'Picture too large',
  `A picture can have at most ${mediaPixelsMax / 1_000_000} megapixels`,
);
export const missingMedia = defineFailure(
  'missing_media',
  'Missing media',
  'Please select a file and wait for the upload to finish',
);
export const tooManyUploads = defineFailure(
  'too_many_uploads',
  'Too many uploads',
  'Please finish or cancel your current uploads first',
);
/** A limit per creator; when raised, the message states the limit. */
export const mediaQuotaReached = defineFailure(
  'media_quota_reached',
  'Storage limit reached',
  'Your uploads have reached their storage limit. Files you don’t publish are removed after 24 hours, which frees up ' +
    'space. If you need more, please get in touch with us.',
);
export const noRoomForMedia = defineFailure(
  'no_room_for_media',
  'Uploads are paused',
  'We’re out of room for new files right now, so uploads are paused. Everything else works as usual. Please try again ' +
    'later.',
);
/** A poster or clip that a browser made; when raised, the message says what is wrong with it. */
export const previewRefused = defineFailure(
  'preview_refused',
  'Preview not used',
  'This preview doesn’t match its video, so it isn’t used.',
);
/** The file could not be processed for a reason not named above. */
export const uploadFailed = defineFailure('upload_failed', 'Upload failed', 'Failed to upload media');
/** Reading the file exceeded the limits on time or memory; another attempt would fail as well. */
export const unreadableFile = defineFailure('unreadable_file', 'Upload failed', 'This file could not be read.');
