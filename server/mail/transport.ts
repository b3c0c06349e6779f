import { readFileSync } from 'node:fs'
import nodemailer from 'nodemailer'
import type { Settings } from '#server/env.ts'
import { StartupError } from '#server/terminal.ts'

export interface MailTransport {
  send(mail: {
    from: string
    to: string
    messageId: string
    subject: string
    text: string
    html: string
    headers?: Record<string, string>
  }): Promise<void>
  /** Closes idle connections to the mail server. Mails in progress are completed. */
  close(): void
}

/** Fields that nodemailer (mail library) adds to its error objects. */
interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
  /** True when the mail server's reply means that further attempts to send this mail would fail, too. */
  permanent?: boolean
}

/** Failure to send a mail. Contains a code and never the reply of the mail server, which quotes email addresses. */
export class MailFailure extends Error {
  readonly code: string
  /** True when the mail server refuses this mail permanently. */
  readonly isFinal: boolean
  /**
   * True when the failure does not depend on the single mail, so that sending any other mail would fail now as well.
   */
  readonly isServerDown: boolean

  constructor({ code, command, responseCode, permanent }: SmtpError) {
    const errorCode = [code, responseCode].filter(Boolean).join(' ') || 'unknown'
    super(errorCode)
    this.code = errorCode
    // A refused MAIL FROM is not the fault of the single mail, because all mails have the same sender.
    // The SMTP reply 421 is not the fault of the single mail: it means that the mail server is closing.
    const isAboutMail =
      ['EENVELOPE', 'EMESSAGE'].includes(code ?? '') && command !== 'MAIL FROM' && responseCode !== 421
    this.isFinal = isAboutMail && permanent === true
    this.isServerDown = !isAboutMail
  }
}

/** Headers that the DKIM signature covers. RFC 8058 requires that both unsubscribe headers are covered. */
const signedHeaders = [
  'from:sender:reply-to:to:cc:subject:date:message-id:mime-version:content-type:content-transfer-encoding',
  'list-unsubscribe:list-unsubscribe-post',
].join(':')

/**
 * Reads the DKIM private key with which mails are signed. By the signature receivers verify that the mail comes from
 * the domain that it names.
 */
function readDkimOptions({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE }: Settings) {
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

/** Number of SMTP connections: as many as mails sent at once (jobs/jobs.ts), so that no mail waits for a connection. */
const maxConnections = 10
/** Number of mails per SMTP connection, which is then reopened before the mail server closes it. */
const mailsPerConnection = 100
/**
 * Milliseconds after which an idle SMTP connection is closed, before the mail server closes it in the middle of a mail.
 */
const idleTimeoutMs = 10_000

/** Creates the connection to the mail server. Returns undefined without SMTP_URL; mail then stays in the outbox. */
export function createMailTransport(
  settings: Settings,
  { timeoutMs = 20_000 } = {},
): MailTransport | undefined {
  if (!settings.SMTP_URL) return undefined
  const dkim = readDkimOptions(settings)
  const smtp = nodemailer.createTransport({
    url: settings.SMTP_URL,
    // SMTP connections are reused, because connecting takes longer than sending a mail.
    pool: true,
    maxConnections: maxConnections,
    maxMessages: mailsPerConnection,
    idleTimeout: idleTimeoutMs,
    // A mail server may have accepted a mail before the connection broke, so the job decides whether to send it again.
    maxRequeues: 0,
    // A mail server that accepts the connection and never replies must not occupy a job worker for long.
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
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
