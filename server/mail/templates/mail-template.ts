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
  /** Full name of the recipient. */
  fullName: string
  params: Record<string, string | number>
  /** Signs the token id that ends a link. */
  sign(tokenId: string): string
}

export type MailTemplate = (input: MailInput) => MailContent

/** Templates of one area. render-mail.ts joins the areas. */
export type MailTemplates = Partial<Record<TemplateKind, MailTemplate>>
