import nodemailer from 'nodemailer'
import type { Settings } from '#server/env.ts'

export interface Transport {
  send(mail: {
    from: string
    to: string
    messageId: string
    subject: string
    text: string
    html: string
  }): Promise<void>
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

/** Undefined without SMTP_URL: mail then stays in the outbox. */
export function createTransport(settings: Settings, { patience = 20_000 } = {}): Transport | undefined {
  if (!settings.SMTP_URL) return undefined
  const smtp = nodemailer.createTransport({
    url: settings.SMTP_URL,
    // A server that accepts the connection and then says nothing must not hold a worker for long.
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
  } as object)
  return {
    send: async mail => {
      await smtp.sendMail(mail).catch(error => {
        throw new MailFailure(error as SmtpError)
      })
    },
  }
}
