import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const groupsOfNetwork = 4;
const groupsOfSite = 3;
const localRanges = ['carrierGradeNat', 'linkLocal', 'loopback', 'private', 'uniqueLocal'];

/** Unwraps an IPv4 address in IPv6 form; null for text that is not an address. The library alone would also accept `1.2.3`. */
const parsed = (text: string) => (isIP(text) === 0 ? null : ipaddr.process(text.replace(/%.*$/, '')));

const firstGroups = ({ parts }: ipaddr.IPv6, count: number) =>
  parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':');

/**
 * The network to count attempts by: an IPv4 address itself, or the /64 of an IPv6 address, all of which belongs to one
 * customer. Text that is not an address is returned as is.
 */
export const networkOf = (address: string): string => {
  const ip = parsed(address);
  if (ip === null) return address;
  return ip instanceof ipaddr.IPv6 ? `${firstGroups(ip, groupsOfNetwork)}::/64` : ip.toString();
};

/**
 * A rough network for people to read: the /24 of an IPv4 address, the /48 of an IPv6 address. Null for text that is not
 * an address.
 */
export const roughNetworkOf = (address: string): string | null => {
  const ip = parsed(address);
  if (ip === null) return null;
  if (localRanges.includes(ip.range())) return 'Local network';
  return ip instanceof ipaddr.IPv6 ? `${firstGroups(ip, groupsOfSite)}:x` : ip.toString().replace(/\d+$/, 'x');
};
