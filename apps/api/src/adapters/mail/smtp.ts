import { createTransport } from 'nodemailer';
import { MailNotSent } from './port.ts';
import type { Mail, Mailer } from './port.ts';

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;
const connectionsMax = 2;

export interface SmtpServer {
  /** `smtp://` or `smtps://`, with the credentials if it wants some. */
  readonly url: string;
  /** The sender's address. */
  readonly from: string;
}

interface SmtpFailure {
  readonly code?: unknown;
  readonly responseCode?: unknown;
}

/** A server's own words may repeat the address: only its code is told. */
const notSent = ({ code, responseCode }: SmtpFailure): MailNotSent => {
  const said = typeof responseCode === 'number' ? `code ${responseCode}` : 'no answer';
  const refusedForGood = typeof responseCode === 'number' && responseCode >= 500;
  const reason = typeof code === 'string' ? `${code}, ${said}` : said;
  return new MailNotSent(`The mail server of MAIL_URL did not take a mail (${reason}).`, !refusedForGood);
};

/** Sends through a mail server. With credentials it insists on TLS: they never travel in clear. */
export const openSmtpMailer = ({ url, from }: SmtpServer): Mailer => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport(
    {
      pool: true,
      host: hostname,
      port: Number(port) || (secure ? 465 : 587),
      secure,
      requireTLS: username !== '',
      auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
      maxConnections: connectionsMax,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: silenceTimeoutMs,
      // What a mail contains is made here alone: nothing in it may name a file or an address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: { name: 'Tessera', address: from } },
  );
  return {
    async send({ to, subject, text, html }: Mail) {
      try {
        await transport.sendMail({ to: { name: '', address: to }, subject, text, html });
      } catch (error) {
        throw notSent(error as SmtpFailure);
      }
    },
    close: () => transport.close(),
  };
};
