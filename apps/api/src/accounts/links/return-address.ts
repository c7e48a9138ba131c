const addressMaxCharacters = 2_000;

/**
 * Where a mailed link leads in the end. Only a path of this app, or its full address, is taken from a request; anything
 * else, and nothing at all, gives the standard one. Without a fragment: the session goes there.
 * @param origin the app's own, from the configuration
 */
export const returnAddress = (origin: string, asked: unknown, standardPath: string): URL => {
  const address = new URL(standardPath, origin);
  if (typeof asked !== 'string' || asked.length > addressMaxCharacters || !URL.canParse(asked, origin)) return address;
  const { origin: itsOrigin, pathname, search } = new URL(asked, origin);
  // Set part by part: a path such as `//elsewhere.example` read as an address would be another origin.
  if (itsOrigin === origin) Object.assign(address, { pathname, search });
  return address;
};
