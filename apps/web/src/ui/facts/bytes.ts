const bytesPerMegabyte = 1024 * 1024;

/** A readable file size: '12.4 MB', or '340 kB' below one megabyte. */
export const formatBytes = (bytes: number): string =>
  bytes >= bytesPerMegabyte
    ? `${(bytes / bytesPerMegabyte).toFixed(1)} MB`
    : `${Math.ceil(bytes / 1024).toLocaleString('en-US')} kB`;
