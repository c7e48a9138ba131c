import type { Config } from '../../config.ts';

/**
 * Whether new accounts are asked to confirm their address while they are already open. Without a mail server, nobody could;
 * and if confirmation is required, an account isn't open before.
 */
export const asksToConfirm = ({ mail, requireEmailConfirmation }: Config): boolean =>
  mail !== 'development mailbox' && !requireEmailConfirmation;
