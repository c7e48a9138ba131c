/** What the address of a server says, such as `esdb://ann:secret@one:2113,two:2113?tls=false`. */
export interface Address {
  readonly scheme: string;
  readonly hosts: string;
  readonly options: readonly string[];
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

const form =
  /^(?<scheme>esdb(?:\+discover)?:\/\/)(?:(?<username>[^:@]+):(?<password>[^@]+)@)?(?<hosts>[^@?]+?)\/*(?:\?(?<options>[^@]*))?$/;

/** As the client reads the names of options. */
const normalizedName = (option: string) => option.split('=', 1)[0]!.toLowerCase().replaceAll(/[_-]/g, '');

/**
 * Takes an address apart no further than is needed to add options, and to keep its password from the client, which prints
 * an address whose options it does not know. An `@` elsewhere is written as `%40`.
 * @param standards of options that it does not hold
 * @throws when it can't be read
 */
export const addressOf = (url: string, standards: Readonly<Record<string, number>> = {}): Address => {
  const { scheme, username, password, hosts, options = '' } = form.exec(url.trim())?.groups ?? {};
  if (!scheme || !hosts) throw new Error('It can not be read');
  const credentials =
    username && password ? { username: decodeURIComponent(username), password: decodeURIComponent(password) } : null;
  const given = options.split('&').filter((option) => option !== '');
  const names = new Set(given.map(normalizedName));
  const missing = Object.entries(standards).filter(([name]) => !names.has(normalizedName(name)));
  const all = [...missing.map(([name, value]) => `${name}=${value}`), ...given];
  return { scheme, hosts, options: all, credentials };
};

/** Several nodes, or a name that stands for several: which of them leads has to be looked for. */
export const isCluster = ({ scheme, hosts }: Address) => scheme === 'esdb+discover://' || hosts.includes(',');

/** As the client reads it, without who asks. */
export const textOf = (address: Address) => `${address.scheme}${address.hosts}?${address.options.join('&')}`;

/**
 * Of calls that have connections of their own. gRPC lets all channels to one node share a connection unless they differ in
 * an option, as they do here in the last millisecond of one.
 */
export const withSeparateConnection = (address: Address): Address => {
  const interval = address.options.findLast((option) => normalizedName(option) === normalizedName('keepAliveInterval'));
  const longer = Number(interval?.split('=')[1]) + 1;
  return { ...address, options: [...address.options, `keepAliveInterval=${longer}`] };
};

/** One node, reached as all of its cluster are; it is asked once, and so needs no sign of life. */
export const nodeOf = (address: Address, node: string): Address => {
  const options = [...address.options, 'keepAliveInterval=10000'];
  return { ...address, scheme: 'esdb://', hosts: node, options };
};
