import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';

const waitMaxMs = 60_000;
const welcomeSubject = 'Welcome to Tessera: please confirm your email address';

interface Start {
  /** How many emails are refused for now, before one is accepted; those that follow a sign-up are not counted. */
  readonly failures?: number;
  readonly options?: SMTPServerOptions;
  /** A fixed port; by default any free one. */
  readonly port?: number;
  /** Called after an email is kept and before that is confirmed, unless it follows a sign-up. */
  readonly onTaken?: () => Promise<unknown>;
}

/** A real mail server on this machine, which keeps the emails it receives. */
export const startMailServer = async ({ failures = 0, options = {}, port: wanted = 0, onTaken }: Start = {}) => {
  const mails: Email[] = [];
  const welcomes: Email[] = [];
  const arrivals = new EventEmitter();
  let left = failures;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      buffer(stream)
        .then(async (raw) => {
          const mail = await PostalMime.parse(raw);
          if (mail.subject === welcomeSubject) {
            welcomes.push(mail);
            arrivals.emit('mail');
            return done();
          }
          left -= 1;
          if (left >= 0) return done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
          mails.push(mail);
          arrivals.emit('mail');
          await onTaken?.();
          done();
        })
        .catch(done);
    },
    ...options,
  });
  // A client that disconnects midway is none of a test's business.
  server.on('error', () => undefined);
  server.listen(wanted, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const among = (received: readonly Email[], email: string) =>
    received.filter((mail) => mail.to?.some(({ address }) => address === email));
  const titled = async (email: string, subject: string): Promise<Email> => {
    const signal = AbortSignal.timeout(waitMaxMs);
    for (;;) {
      const found = among(mails, email).findLast((mail) => mail.subject === subject);
      if (found) return found;
      await once(arrivals, 'mail', { signal });
    }
  };
  const latest = async (received: readonly Email[], email: string, count: number): Promise<Email> => {
    const signal = AbortSignal.timeout(waitMaxMs);
    while (among(received, email).length < count) await once(arrivals, 'mail', { signal });
    return among(received, email).at(-1)!;
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    /** All emails but those that follow every sign-up. */
    mails,
    to: (email: string) => among(mails, email),
    /** The latest email to someone, once they have received `count`. */
    mailTo: (email: string, count = 1) => latest(mails, email, count),
    /** The latest email to someone with this subject, once there is one. */
    mailTitled: titled,
    /** The emails that ask someone to confirm their address, which follow every sign-up. */
    welcomesTo: (email: string) => among(welcomes, email),
    welcomeTo: (email: string, count = 1) => latest(welcomes, email, count),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** The URL that an email's button links to. */
export const linkIn = ({ html = '' }: Email): string => {
  const [, href = ''] = /<a href="([^"]+)"/.exec(html) ?? [];
  return href.replaceAll('&amp;', '&');
};
