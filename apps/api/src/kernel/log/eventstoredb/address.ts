/** A parsed server address, such as `esdb://ann:secret@one:2113,two:2113?tls=false`. */
export interface Address {
  readonly scheme: string;
  readonly hosts: string;
  readonly options: readonly string[];
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

const form =
  /^(?<scheme>esdb(?:\+discover)?:\/\/)(?:(?<username>[^:@]+):(?<password>[^@]+)@)?(?<hosts>[^@?]+?)\/*(?:\?(?<options>[^@]*))?$/;

/** Normalizes an option's name the way the client does. */
const normalizedName = (option: string) => option.split('=', 1)[0]!.toLowerCase().replaceAll(/[_-]/g, '');

/**
 * Parses an address only as far as needed to add options, and to keep its password from the client, which prints
 * addresses whose options it does not know. An `@` elsewhere is written as `%40`.
 * @param standards defaults for options that the address does not set
 * @throws if it can't be parsed
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

/** Whether it names several nodes, or a name that resolves to several, so that the leader has to be discovered. */
export const isCluster = ({ scheme, hosts }: Address) => scheme === 'esdb+discover://' || hosts.includes(',');

/** The address in the client's syntax, without credentials. */
export const textOf = (address: Address) => `${address.scheme}${address.hosts}?${address.options.join('&')}`;

/**
 * Makes calls use connections of their own. gRPC lets all channels to one node share a connection unless their options
 * differ, so this makes one option differ by a millisecond.
 */
export const withSeparateConnection = (address: Address): Address => {
  const interval = address.options.findLast((option) => normalizedName(option) === normalizedName('keepAliveInterval'));
  const longer = Number(interval?.split('=')[1]) + 1;
  return { ...address, options: [...address.options, `keepAliveInterval=${longer}`] };
};

/** The address of one node of the cluster. It is asked only once, so it needs no keepalive. */
export const nodeOf = (address: Address, node: string): Address => {
  const options = [...address.options, 'keepAliveInterval=10000'];
  return { ...address, scheme: 'esdb://', hosts: node, options };
};
