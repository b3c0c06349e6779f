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

/** Undefined without SMTP_URL: mail then stays in the outbox. */
export function createTransport(settings: Settings, { patience = 20_000 } = {}): Transport | undefined {
  if (!settings.SMTP_URL) return undefined
  const smtp = nodemailer.createTransport({
    url: settings.SMTP_URL,
    // A server that accepts the connection and then says nothing must not hold a worker for long.
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  } as object)
  return {
    send: async mail => {
      await smtp.sendMail(mail)
    },
  }
}
