/** The log's contents are not what was written. The message says what is damaged, and where. */
export class LogDamaged extends Error {
  override readonly name = 'LogDamaged';
}

/** SQLite's messages for a file that it can't make sense of. */
const sqliteDamage = /malformed|not a database|unsupported file format/;

/** Turns errors from reading a damaged file into LogDamaged: SQLite's refusals, and numbers out of range. */
export const asDamage = (error: unknown, where: string): Error => {
  if (error instanceof LogDamaged) return error;
  const { message, code } = error as Error & { code?: string };
  const damaged = sqliteDamage.test(message) || code === 'ERR_OUT_OF_RANGE';
  return damaged ? new LogDamaged(`${where} is damaged (${message})`) : (error as Error);
};
