import type { Device } from '@tessera/domain/accounts/access/device';
import Bowser from 'bowser';
import type { Request } from 'express';
import { roughNetworkOf } from '../../http/limits/network-of.ts';

/** Longer than what browsers send. */
const userAgentMaxCharacters = 512;

/** Null for a name that the library doesn't know and has copied from the header: a stranger's text must not get into a mail. */
const knownName = (names: Readonly<Record<string, string>>, name: string | undefined): string | null =>
  name !== undefined && Object.values(names).includes(name) ? name : null;

/** The device that sent a request, according to its own headers. */
export const deviceOf = ({ headers, ip }: Pick<Request, 'headers' | 'ip'>): Device => {
  // The library throws for an empty text.
  const parser = Bowser.getParser(headers['user-agent']?.slice(0, userAgentMaxCharacters) || 'none');
  return {
    browser: knownName(Bowser.BROWSER_MAP, parser.getBrowserName()),
    system: knownName(Bowser.OS_MAP, parser.getOSName()),
    network: roughNetworkOf(ip ?? ''),
  };
};
