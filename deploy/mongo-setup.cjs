// Run by mongosh as the root user, at every start: makes the replica set and the product's own user, and adds members
// that are new.
const { MONGO_MEMBERS, MONGO_PASSWORD: pwd } = process.env;
const waitMs = 500;
const hosts = MONGO_MEMBERS.split(',');
/** This script talks to the first member, which therefore has to lead. */
const priorityOf = (host) => (host === hosts[0] ? 2 : 1);

try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: hosts[0], priority: priorityOf(hosts[0]) }] });
}
while (!db.hello().isWritablePrimary) sleep(waitMs);
for (const host of hosts) {
  if (!rs.conf().members.some((member) => member.host === host)) rs.add({ host, priority: priorityOf(host) });
}

const tessera = db.getSiblingDB('tessera');
const roles = [{ role: 'dbOwner', db: 'tessera' }];
if (tessera.getUser('tessera')) tessera.updateUser('tessera', { pwd, roles });
else tessera.createUser({ user: 'tessera', pwd, roles });
print('The replica set and its user are there.');
