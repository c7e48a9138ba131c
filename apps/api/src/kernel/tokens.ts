/** Injection tokens of the ports, for which the composition root picks the engines. */
export const configToken = Symbol('Config');
export const loggerToken = Symbol('Logger');
export const paymentsToken = Symbol('PaymentGateway');
/** Null for a node that stands alone. */
export const redisToken = Symbol('Redis');
export const openFilmMakerToken = Symbol('OpenFilmMaker');
