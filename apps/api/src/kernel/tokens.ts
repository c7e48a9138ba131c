/** Injection tokens of the ports, for which the composition root picks the engines. */
export const eventStoreToken = Symbol('EventStore');
export const readStoreToken = Symbol('ReadStore');
export const vaultToken = Symbol('Vault');
export const codecToken = Symbol('EventCodec');
export const clockToken = Symbol('Clock');
export const configToken = Symbol('Config');
export const loggerToken = Symbol('Logger');
export const paymentsToken = Symbol('PaymentGateway');
export const mailerToken = Symbol('Mailer');
export const automationToken = Symbol('AutomationService');
export const mediaStoreToken = Symbol('MediaStore');
export const liveAccessToken = Symbol('LiveAccess');
export const leasesToken = Symbol('Leases');
/** Null for a node that stands alone. */
export const redisToken = Symbol('Redis');
export const uploadStoreToken = Symbol('UploadStore');
export const attemptsToken = Symbol('Attempts');
export const openFilmMakerToken = Symbol('OpenFilmMaker');
