import { readFileSync } from 'node:fs'
import nodemailer from 'nodemailer'
import type { Settings } from '#server/env.ts'
import { StartupError } from '#server/terminal.ts'

export interface Transport {
  send(mail: {
    from: string
    to: string
    messageId: string
    subject: string
    text: string
    html: string
    headers?: Record<string, string>
  }): Promise<void>
  /** Lines that are kept open for the next letter end; letters under way are waited for. */
  close(): void
}

/** What nodemailer says of an error. */
interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
  /** The reply says that the same again would be refused again. */
  permanent?: boolean
}

/** Why a letter did not go out: a code, never the server's own words, for those quote addresses. */
export class MailFailure extends Error {
  readonly code: string
  /** The server will not take this letter, now or later. */
  readonly isFinal: boolean
  /** It is not about this letter: any other would meet the same now. */
  readonly isServerDown: boolean

  constructor({ code, command, responseCode, permanent }: SmtpError) {
    const said = [code, responseCode].filter(Boolean).join(' ') || 'unknown'
    super(said)
    this.code = said
    // What is said to MAIL FROM is about the sender, which all letters share; 421 ends the conversation.
    const isAboutLetter =
      ['EENVELOPE', 'EMESSAGE'].includes(code ?? '') && command !== 'MAIL FROM' && responseCode !== 421
    this.isFinal = isAboutLetter && permanent === true
    this.isServerDown = !isAboutLetter
  }
}

/** RFC 8058 asks that both headers by which mail is stopped are signed; the others are those that say what it is. */
const signedHeaders = [
  'from:sender:reply-to:to:cc:subject:date:message-id:mime-version:content-type:content-transfer-encoding',
  'list-unsubscribe:list-unsubscribe-post',
].join(':')

/** With a key of one's own: receivers see that the mail is from the domain it names. */
function signatureOf({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE }: Settings) {
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_KEY_FILE) return undefined
  try {
    const privateKey = readFileSync(DKIM_KEY_FILE, 'utf8')
    return {
      domainName: DKIM_DOMAIN,
      keySelector: DKIM_SELECTOR,
      privateKey,
      headerFieldNames: signedHeaders,
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartupError(`DKIM_KEY_FILE cannot be read (${code}); it must be a private key in PEM form.`)
  }
}

/** As many letters as are under way at once (jobs/jobs.ts): none waits for another's line. */
const mostLines = 10
/** Then a line is opened anew, before a server loses patience with it. */
const lettersALine = 100
/** A line that nobody needs is hung up by us, and not by the server in the middle of a letter (ms). */
const idleLine = 10_000

/** Undefined without SMTP_URL: mail then stays in the outbox. */
export function createTransport(settings: Settings, { patience = 20_000 } = {}): Transport | undefined {
  if (!settings.SMTP_URL) return undefined
  const dkim = signatureOf(settings)
  const smtp = nodemailer.createTransport({
    url: settings.SMTP_URL,
    // Letter after letter over the same lines: to connect and greet takes longer than to send.
    pool: true,
    maxConnections: mostLines,
    maxMessages: lettersALine,
    idleTimeout: idleLine,
    // A letter whose line was cut may have been taken: whether it goes again is decided, and noted, by the job.
    maxRequeues: 0,
    // A server that accepts the connection and then says nothing must not hold a worker for long.
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
    ...(dkim && { dkim }),
  } as object)
  return {
    send: async mail => {
      await smtp.sendMail(mail).catch(error => {
        throw new MailFailure(error as SmtpError)
      })
    },
    close: () => smtp.close(),
  }
}
