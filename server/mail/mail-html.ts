// HTML building blocks of mails: no external images, legible in dark mode and on old phones.
import { escapeHtml } from '#server/http/escape-html.ts'
import { getLanguage } from '#shared/language/texts.ts'

export function renderParagraph(inside: string): string {
  return `<p style="margin:0 0 16px">${inside}</p>`
}

export function renderMailButton(link: string, label: string): string {
  return `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#12807a;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(label)}</a></p>`
}

/** Wraps the mail's content in an HTML page. `width` is the column width in pixels. */
export function renderMailPage(subject: string, width: number, inside: string): string {
  return `<!doctype html><html lang="${getLanguage()}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:24px;font:16px/1.6 system-ui,sans-serif"><div style="max-width:${width}px;margin:0 auto">${inside}</div></body></html>`
}
