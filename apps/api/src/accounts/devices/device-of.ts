import type { Device } from '@tessera/domain/accounts/access/device';
import Bowser from 'bowser';
import type { Request } from 'express';
import { roughNetworkOf } from '../../http/limits/network-of.ts';

/** What browsers send is shorter. */
const userAgentMaxCharacters = 512;

/** What it is not known by is taken from the text as it was sent, and a stranger's text reaches nobody's mail. */
const knownBy = (names: Readonly<Record<string, string>>, name: string | undefined): string | null =>
  name !== undefined && Object.values(names).includes(name) ? name : null;

/** The browser that sent a request, as far as it says so itself. */
export const deviceOf = ({ headers, ip }: Pick<Request, 'headers' | 'ip'>): Device => {
  // The library refuses an empty one.
  const parser = Bowser.getParser(headers['user-agent']?.slice(0, userAgentMaxCharacters) || 'none');
  return {
    browser: knownBy(Bowser.BROWSER_MAP, parser.getBrowserName()),
    system: knownBy(Bowser.OS_MAP, parser.getOSName()),
    network: roughNetworkOf(ip ?? ''),
  };
};
