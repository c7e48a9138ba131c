import { isIPv6 } from 'node:net';

const groups = 8;
const groupsOfNetwork = 4;
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The last 32 bits may be written as an IPv4 address; none of them belongs to the network. */
const groupsOf = (text: string) => (text === '' ? [] : text.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split(':'));

/**
 * Whom an address stands for when attempts are counted: an IPv4 address for itself, an IPv6 address for its /64, which
 * one customer has to himself. Text that is no address stands for itself.
 */
export const networkOf = (address: string): string => {
  const [, v4] = mapped.exec(address) ?? [];
  if (v4) return v4;
  if (!isIPv6(address)) return address;
  const [start = '', end] = address.replace(/%.*$/, '').split('::');
  const [first, last] = [groupsOf(start), groupsOf(end ?? '')];
  const zeros = end === undefined ? 0 : groups - first.length - last.length;
  const all = [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, groupsOfNetwork);
  return `${all.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
};
