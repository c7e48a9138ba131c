import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const groupsOfNetwork = 4;
const groupsOfSite = 3;
const localRanges = ['carrierGradeNat', 'linkLocal', 'loopback', 'private', 'uniqueLocal'];

/** An IPv4 address that comes as IPv6 is one; null for text that is no address. The library by itself takes `1.2.3`, too. */
const parsed = (text: string) => (isIP(text) === 0 ? null : ipaddr.process(text.replace(/%.*$/, '')));

const firstGroups = ({ parts }: ipaddr.IPv6, count: number) =>
  parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':');

/**
 * Whom an address stands for when attempts are counted: an IPv4 address for itself, an IPv6 address for its /64, which
 * one customer has to himself. Text that is no address stands for itself.
 */
export const networkOf = (address: string): string => {
  const ip = parsed(address);
  if (ip === null) return address;
  return ip instanceof ipaddr.IPv6 ? `${firstGroups(ip, groupsOfNetwork)}::/64` : ip.toString();
};

/**
 * Where an address is, roughly, for people to read: an IPv4 address by its /24, an IPv6 address by its /48. Null for
 * text that is no address.
 */
export const roughNetworkOf = (address: string): string | null => {
  const ip = parsed(address);
  if (ip === null) return null;
  if (localRanges.includes(ip.range())) return 'Local network';
  return ip instanceof ipaddr.IPv6 ? `${firstGroups(ip, groupsOfSite)}:x` : ip.toString().replace(/\d+$/, 'x');
};
