import { createTransport } from 'nodemailer';
import { MailNotSent } from './port.ts';
import type { Mail, Mailer } from './port.ts';

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;
/** More than notices take together, so that a mail that somebody waits for, such as a reset, finds one. */
const connectionsMax = 20;

export interface SmtpServer {
  /** `smtp://` or `smtps://`, with the credentials if it wants some. */
  readonly url: string;
  /** The sender's address. */
  readonly from: string;
}

interface SmtpFailure {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
}

/** The server closes: it would not have taken another email either. */
const closing = 421;

const isOfThisMail = ({ code, command, responseCode }: SmtpFailure) =>
  responseCode !== closing && (code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM'));

/** A server's own words may repeat the address: only its code is told. */
const notSent = (failure: SmtpFailure): MailNotSent => {
  const { code, responseCode } = failure;
  const said = typeof responseCode === 'number' ? `code ${responseCode}` : 'no answer';
  const ofThisMail = isOfThisMail(failure);
  // What of an email the server is not even asked about is refused here, and would be again.
  const refusedForGood = typeof responseCode === 'number' ? responseCode >= 500 : ofThisMail;
  const reason = typeof code === 'string' ? `${code}, ${said}` : said;
  return new MailNotSent(
    `The mail server at MAIL_URL did not accept an email (${reason}).`,
    !refusedForGood,
    ofThisMail,
  );
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
      // What an email contains is made here alone: nothing in it may name a file or an address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: { name: 'Tessera', address: from } },
  );
  return {
    async send({ to, messageId, attachments, ...said }: Mail) {
      try {
        await transport.sendMail({
          ...said,
          to: { name: '', address: to },
          ...(messageId && { messageId: `<${messageId}>` }),
          attachments: attachments?.map((attachment) => ({ ...attachment })),
        });
      } catch (error) {
        throw notSent(error as SmtpFailure);
      }
    },
    close: () => transport.close(),
  };
};
