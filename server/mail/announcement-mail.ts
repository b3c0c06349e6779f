// Renders an announcement as a mail from the same rich text as on screen, without images or tracking.
import { escapeHtml } from '#server/http/escape-html.ts'
import type { Language } from '#shared/language/languages.ts'
import { type Block, type Inline, parseRichText, renderRichTextAsPlainText } from '#shared/rich-text.ts'
import { announcementMailText, mailText } from '#texts/mail.ts'
import { renderMailButton, renderMailPage, renderParagraph } from './mail-html.ts'

export interface MailedAnnouncement {
  id: number
  title: string
  body: string
  /** Language of the announcement's title and text, which may differ from the language of the mail. */
  language: Language
  isUrgent: boolean
  /** Name of the club, country or organisation that published the announcement. */
  sender: string
}

export interface AnnouncementMailInput {
  kind: 'announcement.sent' | 'announcement.reminder' | 'announcement.urgent'
  appName: string
  publicUrl: string
  fullName: string
  announcement: MailedAnnouncement
  /** Signed token that the unsubscribe link in the mail contains. */
  token: string
}

function renderInlineHtml(inline: Inline): string {
  if (inline.kind === 'text') return escapeHtml(inline.text)
  if (inline.kind === 'break') return '<br>'
  if (inline.kind === 'bold') return `<strong>${inline.inside.map(renderInlineHtml).join('')}</strong>`
  return `<a href="${escapeHtml(inline.href)}" style="color:#12807a">${escapeHtml(inline.label)}</a>`
}

function renderBlockHtml(block: Block): string {
  if (block.kind === 'paragraph') return renderParagraph(block.inside.map(renderInlineHtml).join(''))
  const tag = block.isNumbered ? 'ol' : 'ul'
  const items = block.items.map(item => `<li>${item.map(renderInlineHtml).join('')}</li>`).join('')
  return `<${tag} style="margin:0 0 16px;padding-left:24px">${items}</${tag}>`
}

/**
 * Renders an announcement mail in the current language, with one-click unsubscribe headers (RFC 8058) and an
 * unsubscribe link. Recipients cannot unsubscribe from urgent announcements.
 */
export function renderAnnouncementMail(input: AnnouncementMailInput) {
  const { kind, appName, publicUrl, fullName, announcement, token } = input
  const blocks = parseRichText(announcement.body)
  const link = `${publicUrl}/announcements/${announcement.id}`
  const unsubscribeUrl = `${publicUrl}/unsubscribe#${token}`
  const isUrgent = kind === 'announcement.urgent'
  const { subjects, urgentNote, open, ...text } = announcementMailText
  const subject = subjects[kind]({ title: announcement.title })
  const from = text.from({ sender: announcement.sender })
  const greeting = mailText.greeting({ fullName })
  const unsubscribeText = isUrgent ? urgentNote : text.unsubscribeQuestion({ url: unsubscribeUrl })
  const plainText = [
    greeting,
    announcement.title,
    renderRichTextAsPlainText(blocks),
    mailText.link({ label: open, url: link }),
    `-- \n${from}\n${appName}\n${unsubscribeText}`,
  ].join('\n\n')
  const smallStyle = 'margin:0 0 8px;font-size:13px;color:#5f6b6a'
  const unsubscribeHtml = isUrgent
    ? escapeHtml(urgentNote)
    : `<a href="${escapeHtml(unsubscribeUrl)}" style="color:#5f6b6a">${escapeHtml(text.unsubscribe)}</a>`
  const inside = [
    renderParagraph(escapeHtml(greeting)),
    `<div lang="${announcement.language}"><h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(announcement.title)}</h1>`,
    ...blocks.map(renderBlockHtml),
    '</div>',
    renderMailButton(link, open),
    '<hr style="border:0;border-top:1px solid #d5dbda;margin:24px 0 16px">',
    `<p style="${smallStyle}">${escapeHtml(from)} · ${escapeHtml(appName)}</p>`,
    `<p style="${smallStyle}">${unsubscribeHtml}</p>`,
  ]
  const html = renderMailPage(subject, 560, inside.join(''))
  const headers: Record<string, string> = isUrgent
    ? {}
    : {
        'List-Unsubscribe': `<${publicUrl}/api/unsubscribe/${token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
  return { subject, text: plainText, html, headers }
}
