import type { MailKind } from '#shared/contracts/outbox/outbox.schemas.ts'

/** Mail kinds with a template in this folder. Announcements are rendered by announcement-mail.ts. */
export type TemplateKind = Exclude<MailKind, `announcement.${string}`>

export interface MailContent {
  subject: string
  paragraphs: string[]
  action?: { label: string; path: string }
}

export interface MailInput {
  appName: string
  /** Full name of the person to whom the mail is sent. */
  fullName: string
  params: Record<string, string | number>
  /** Signs the id of an account token. The link in the mail ends with the signed token. */
  sign(tokenId: string): string
}

export type MailTemplate = (input: MailInput) => MailContent

/** Mail templates of one area, such as activities. render-mail.ts combines the templates of all areas. */
export type MailTemplates = Partial<Record<TemplateKind, MailTemplate>>
