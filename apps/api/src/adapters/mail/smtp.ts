import { createTransport } from 'nodemailer';
import { MailNotSent } from './port.ts';
import type { Mail, Mailer } from './port.ts';

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;
/** More than all notices use together, so that one is free for an email that somebody waits for, such as a reset. */
const connectionsMax = 20;

export interface SmtpServer {
  /** `smtp://` or `smtps://`, with credentials if the server requires them. */
  readonly url: string;
  /** The sender's address. */
  readonly from: string;
}

interface SmtpFailure {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
}

/** The server is shutting down: it would have refused any email. */
const shuttingDown = 421;

const isOfThisMail = ({ code, command, responseCode }: SmtpFailure) =>
  responseCode !== shuttingDown && (code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM'));

/** The message contains only the server's code, because its text may repeat the address. */
const notSent = (failure: SmtpFailure): MailNotSent => {
  const { code, responseCode } = failure;
  const response = typeof responseCode === 'number' ? `code ${responseCode}` : 'no answer';
  const ofThisMail = isOfThisMail(failure);
  // Without a response, this email was rejected by the library, which would reject it again.
  const isPermanent = typeof responseCode === 'number' ? responseCode >= 500 : ofThisMail;
  const reason = typeof code === 'string' ? `${code}, ${response}` : response;
  return new MailNotSent(`The mail server at MAIL_URL did not accept an email (${reason}).`, !isPermanent, ofThisMail);
};

/** Sends through a mail server. With credentials it requires TLS, so that they are never sent in the clear. */
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
      // All content is passed in: nothing in an email may make the library read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: { name: 'Tessera', address: from } },
  );
  return {
    async send({ to, messageId, attachments, ...content }: Mail) {
      try {
        await transport.sendMail({
          ...content,
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
