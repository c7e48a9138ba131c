/** Injection tokens for what is not a class of ours: the settings, and pino’s logger. */
export const configToken = Symbol('Config');
export const loggerToken = Symbol('Logger');
