/** What we store about the browser of a session: just enough for its owner to recognize it. */
export interface Device {
  /** Such as 'Chrome'; null if unknown. */
  readonly browser: string | null;
  /** Such as 'macOS'; null if unknown. */
  readonly system: string | null;
  /** The network it called from, truncated: '203.0.113.x'; null if unknown. */
  readonly network: string | null;
}

export const unknownDevice: Device = { browser: null, system: null, network: null };

/** A name that people recognize, such as 'Chrome on macOS'. */
export const deviceName = ({ browser, system }: Device): string => {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `${system} device` : 'Unknown device');
};
