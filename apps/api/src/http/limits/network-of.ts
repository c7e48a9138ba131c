import { BlockList, isIPv4, isIPv6 } from 'node:net';

const groups = 8;
const groupsOfNetwork = 4;
const groupsOfSite = 3;
const localWords = 'Local network';
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The last 32 bits may be written as an IPv4 address; none of them belongs to the network. */
const groupsOf = (text: string) => (text === '' ? [] : text.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split(':'));

const firstGroups = (address: string, count: number) => {
  const [start = '', end] = address.replace(/%.*$/, '').split('::');
  const [first, last] = [groupsOf(start), groupsOf(end ?? '')];
  const zeros = end === undefined ? 0 : groups - first.length - last.length;
  const all = [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, count);
  return all.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
};

/**
 * Whom an address stands for when attempts are counted: an IPv4 address for itself, an IPv6 address for its /64, which
 * one customer has to himself. Text that is no address stands for itself.
 */
export const networkOf = (address: string): string => {
  const [, v4] = mapped.exec(address) ?? [];
  if (v4) return v4;
  if (!isIPv6(address)) return address;
  return `${firstGroups(address, groupsOfNetwork)}::/64`;
};

const local = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  local.addSubnet(network, bits, 'ipv4');
}
local.addAddress('::1', 'ipv6');
local.addSubnet('fc00::', 7, 'ipv6');
local.addSubnet('fe80::', 10, 'ipv6');

/**
 * Where an address is, roughly, for people to read: an IPv4 address by its /24, an IPv6 address by its /48. Null for
 * text that is no address.
 */
export const roughNetworkOf = (address: string): string | null => {
  const bare = address.replace(/%.*$/, '');
  const [, v4 = bare] = mapped.exec(bare) ?? [];
  if (isIPv4(v4)) return local.check(v4) ? localWords : v4.replace(/\d+$/, 'x');
  if (!isIPv6(bare)) return null;
  return local.check(bare, 'ipv6') ? localWords : `${firstGroups(bare, groupsOfSite)}:x`;
};
