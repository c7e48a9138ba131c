import { addressOf, withSeparateConnection, isCluster, nodeOf, textOf } from './address.ts';

describe('the address of an EventStoreDB', () => {
  it('gets default options unless it sets them, in any spelling', () => {
    const standards = { keepAliveInterval: 500, gossipTimeout: 1 };
    expect(textOf(addressOf('esdb://one:2113/', standards))).toBe(
      'esdb://one:2113?keepAliveInterval=500&gossipTimeout=1',
    );
    const own = 'keep_alive_interval=3000&GOSSIP_TIMEOUT=2&tls=false';
    expect(textOf(addressOf(`esdb://one:2113?${own}`, standards))).toBe(`esdb://one:2113?${own}`);
  });

  it('keeps credentials from the client', () => {
    const address = addressOf(' esdb+discover://ann:s%40cret:x@one,two:2114?tls=true ');
    expect(address.credentials).toEqual({ username: 'ann', password: 's@cret:x' });
    expect(textOf(address)).toMatch(/^esdb\+discover:\/\/one,two:2114\?.*tls=true$/);
  });

  it.each(['', 'http://one', 'esdb://', 'esdb://ann:sec@ret@one', 'esdb://one?tlsCAFile=a@b'])(
    'is not read where it is no address, or an @ is not written as %%40: %s',
    (url) => {
      expect(() => addressOf(url)).toThrow('It can not be read');
    },
  );

  it.each([
    ['esdb://one?tls=false', false],
    ['esdb://one,two', true],
    ['esdb+discover://one', true],
    ['esdb://one?connectionName=a,b', false],
  ])('%s stands for a cluster: %s', (url, cluster) => {
    expect(isCluster(addressOf(url))).toBe(cluster);
  });

  it('differs by a millisecond for a separate connection', () => {
    expect(textOf(withSeparateConnection(addressOf('esdb://one', { keepAliveInterval: 500 })))).toMatch(
      /&keepAliveInterval=501$/,
    );
    expect(textOf(withSeparateConnection(addressOf('esdb://one?keepAliveInterval=9000')))).toMatch(
      /&keepAliveInterval=9001$/,
    );
  });

  it('of one node has the options of the whole cluster', () => {
    expect(textOf(nodeOf(addressOf('esdb+discover://all?tlsCAFile=x'), 'one:2113'))).toMatch(
      /^esdb:\/\/one:2113\?.*tlsCAFile=x&/,
    );
  });
});
