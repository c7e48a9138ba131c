// Run by mongosh as the root user on the first member only, while the replica set doesn't answer yet: initiates it, once.
const [host] = process.env.MONGO_MEMBERS.split(',');

try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  rs.initiate({ _id: 'rs0', members: [{ _id: 0, host }] });
}
