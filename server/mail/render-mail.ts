// Renders all mails except announcements, which the module announcement-mail.ts renders.
import { escapeHtml } from '#server/http/escape-html.ts'
import { mailText } from '#texts/mail.ts'
import { renderMailButton, renderMailPage, renderParagraph } from './mail-html.ts'
import { accountTemplates } from './templates/account-templates.ts'
import { activityTemplates } from './templates/activity-templates.ts'
import { feeTemplates } from './templates/fee-templates.ts'
import type { MailInput, MailTemplate, TemplateKind } from './templates/mail-template.ts'
import { membershipTemplates } from './templates/membership-templates.ts'
import { rollCallTemplates } from './templates/roll-call-templates.ts'

const templates: Record<TemplateKind, MailTemplate> = {
  ...membershipTemplates,
  ...accountTemplates,
  ...activityTemplates,
  ...rollCallTemplates,
  ...feeTemplates,
}

/** Renders a mail as text and HTML in the current language. */
export function renderMail(kind: TemplateKind, input: MailInput, publicUrl: string) {
  const { subject, paragraphs, action } = templates[kind](input)
  const { appName, fullName } = input
  const greeting = fullName ? mailText.greeting({ fullName }) : mailText.greetingWithoutName
  const closing = `${mailText.closing}\n${appName}`
  const link = action && `${publicUrl}${action.path}`
  const text = [
    greeting,
    ...paragraphs,
    ...(link ? [mailText.link({ label: action.label, url: link })] : []),
    closing,
  ].join('\n\n')
  const body = [greeting, ...paragraphs].map(line => renderParagraph(escapeHtml(line)))
  const button = link ? renderMailButton(link, action.label) : ''
  const end = `<p style="margin:0">${escapeHtml(closing).replace('\n', '<br>')}</p>`
  const html = renderMailPage(subject, 520, [...body, button, end].join(''))
  return { subject, text, html }
}
