const addressMaxCharacters = 2_000;

/**
 * Where a mailed link finally leads. A request may only name a path of this app, or its full address; anything else gives
 * the default path. The result has no fragment, since that is where the session goes.
 * @param origin the app's own origin, from the configuration
 */
export const returnAddress = (origin: string, requested: unknown, defaultPath: string): URL => {
  const address = new URL(defaultPath, origin);
  if (typeof requested !== 'string' || requested.length > addressMaxCharacters) return address;
  if (!URL.canParse(requested, origin)) return address;
  const { origin: itsOrigin, pathname, search } = new URL(requested, origin);
  // Set part by part: parsed as an address, a path such as `//elsewhere.example` would be another origin.
  if (itsOrigin === origin) Object.assign(address, { pathname, search });
  return address;
};
