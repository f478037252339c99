// A mail server as a process of its own: smtp-server from npm on a loopback port. It tells its parent where it listens
// and each mail that arrived, and misbehaves as its parent says.
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { SMTP_CERTIFICATE, SMTP_KEY } from './smtp-certificate.ts';

export interface SmtpSetup {
  readonly port: number;
  /** `none` offers no TLS, `starttls` offers it, `tls` speaks nothing else. */
  readonly tls: 'none' | 'starttls' | 'tls';
  /** The only login; null = anybody may send. */
  readonly login: { readonly user: string; readonly password: string } | null;
}

/** What happens to mails from now on. `die` ends the process in the middle of a mail. */
export type SmtpMode = 'accept' | 'busy' | 'refuse' | 'refuse-body' | 'silent' | 'die';

export interface ArrivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly secure: boolean;
  readonly user: string | null;
}

export type SmtpSays = { readonly listening: number } | { readonly mail: ArrivedMail } | { readonly tried: SmtpMode };

const setup = JSON.parse(process.env['SMTP_SETUP'] ?? '{}') as SmtpSetup;
let mode: SmtpMode = 'accept';
process.on('message', (message) => {
  mode = message as SmtpMode;
});
process.on('disconnect', () => process.exit(0));

const say = (words: SmtpSays): unknown => process.send?.(words);
const fault = (code: number, words: string): Error => Object.assign(new Error(words), { responseCode: code });

function arrived(session: SMTPServerSession, raw: string): ArrivedMail {
  const { mailFrom, rcptTo } = session.envelope;
  return {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map((one) => one.address),
    raw,
    secure: session.secure,
    user: (session.user as string | undefined) ?? null,
  };
}

const server = new SMTPServer({
  secure: setup.tls === 'tls',
  key: SMTP_KEY,
  cert: SMTP_CERTIFICATE,
  disabledCommands: setup.tls === 'none' ? ['STARTTLS'] : [],
  authOptional: setup.login === null,
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) => {
    const { login } = setup;
    if (login !== null && username === login.user && password === login.password) done(null, { user: username });
    else done(fault(535, 'no such login'));
  },
  onRcptTo: (_address, _session, done) => {
    if (mode !== 'accept') say({ tried: mode });
    if (mode === 'busy') done(fault(451, 'come back later'));
    else if (mode === 'refuse') done(fault(550, 'no such mailbox'));
    else done();
  },
  onData: (stream, session, done) => {
    let raw = '';
    stream.on('data', (chunk) => {
      raw += chunk;
      if (mode === 'die') process.kill(process.pid, 'SIGKILL');
    });
    stream.on('end', () => {
      if (mode === 'silent') return;
      if (mode === 'refuse-body') return done(fault(554, `unwanted: ${raw.slice(-40)}`));
      say({ mail: arrived(session, raw) });
      done();
    });
  },
});
server.on('error', () => {}); // clients that hang up are part of the tests
server.listen(setup.port, '127.0.0.1', () => {
  say({ listening: (server.server.address() as { port: number }).port });
});
