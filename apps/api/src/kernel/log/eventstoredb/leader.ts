import { type Address, nodeOf } from './address.ts';
import { LogClient, type Member } from './client.ts';

/**
 * The node that a majority of a cluster's members names as the leader; null if there is none. A leader that is cut off
 * from the others still names itself, so one member's word is not enough.
 */
export const leaderOf = async (address: Address, members: readonly Member[], deadlineMs: number) => {
  const named = await Promise.all(members.map(({ node }) => namedBy(nodeOf(address, node), deadlineMs)));
  const votes = (leader: string | null) => named.filter((each) => each === leader).length;
  return named.find((leader) => leader !== null && votes(leader) > members.length / 2) ?? null;
};

const namedBy = async (node: Address, deadlineMs: number): Promise<string | null> => {
  const client = LogClient.connect(node);
  try {
    const members = await client.members(deadlineMs);
    return members.find(({ isLeader }) => isLeader)?.node ?? null;
  } catch {
    return null;
  } finally {
    client.disconnect();
  }
};
