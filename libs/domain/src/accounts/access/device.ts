/** What is kept of the browser that holds a session: enough for its owner to recognize it, and no more. */
export interface Device {
  /** Such as 'Chrome'; null where it can't be told. */
  readonly browser: string | null;
  /** Such as 'macOS'; null where it can't be told. */
  readonly system: string | null;
  /** Where it called from, roughly: '203.0.113.x'; null where it can't be told. */
  readonly network: string | null;
}

export const unknownDevice: Device = { browser: null, system: null, network: null };

/** As people call it. */
export const deviceName = ({ browser, system }: Device): string => {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `${system} device` : 'Unknown device');
};
