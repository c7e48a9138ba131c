// Run by mongosh as the root user, at every start, at the address of the replica set, so that it talks to the primary:
// adds new members, and creates the product's user.
const { MONGO_MEMBERS, MONGO_PASSWORD: pwd } = process.env;
/** A new member may still be starting, and the one before it may still be joining. */
const addTriesMax = 60;
const triedEveryMs = 1_000;

const add = (host) => {
  for (let tries = 1; ; tries += 1) {
    try {
      return rs.add({ host });
    } catch (error) {
      if (tries === addTriesMax) throw error;
      sleep(triedEveryMs);
    }
  }
};

for (const host of MONGO_MEMBERS.split(',')) {
  if (!rs.conf().members.some((member) => member.host === host)) add(host);
}

const tessera = db.getSiblingDB('tessera');
const roles = [{ role: 'dbOwner', db: 'tessera' }];
if (tessera.getUser('tessera')) tessera.updateUser('tessera', { pwd, roles });
else tessera.createUser({ user: 'tessera', pwd, roles });
print('The replica set and its user are there.');
