const bytesPerMegabyte = 1024 * 1024;

/** A size in bytes as people read it: '12.4 MB', below one megabyte '340 kB'. */
export const formatBytes = (bytes: number): string =>
  bytes >= bytesPerMegabyte
    ? `${(bytes / bytesPerMegabyte).toFixed(1)} MB`
    : `${Math.ceil(bytes / 1024).toLocaleString('en-US')} kB`;
