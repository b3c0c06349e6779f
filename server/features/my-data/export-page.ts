// Renders the HTML page of a data export in the current language: a single self-contained file that opens offline in any browser.
import { escapeHtml } from '#server/http/escape-html.ts'
import { getLocale } from '#server/language.ts'
import { getLanguage } from '#shared/language/texts.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { dataSectionText, dataExportPageText as text } from '#texts/data-references.ts'
import type { ExportRow } from './read-export-section.queries.ts'
import { type ExportSection, getPersonalDataExportColumnLabel } from './references/data-reference.queries.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:1100px;margin:0 auto;padding:24px;color:#1b2733;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2.5rem;color:#0b6f6a}nav ul{columns:2;padding-left:1.2em}
table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;vertical-align:top;padding:6px 10px;border-bottom:1px solid #e3e6e8;overflow-wrap:anywhere;white-space:pre-wrap}
th{white-space:nowrap}.one th{width:14em}.none{color:#5b6470}a{color:#0b6f6a}`

const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Formats a timestamp in Malaysian time. The formatter of each language is created once: a page has many timestamps. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()
function formatExportTime(instant: Date): string {
  const locale = getLocale()
  const format =
    dateFormats.get(locale) ??
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: headquartersTimeZone,
    })
  dateFormats.set(locale, format)
  return format.format(instant)
}

function formatExportValue(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (typeof value === 'object') return JSON.stringify(value)
  const written = String(value)
  return timestampPattern.test(written) ? formatExportTime(new Date(written)) : written
}

export function renderExportPageHead(appName: string, copies: ExportSection[], createdAt: Date): string {
  const entries = copies.map(
    ({ file }) => `<li><a href="#${file}">${escapeHtml(dataSectionText[file].title)}</a></li>`,
  )
  const contents = text.contents({
    time: escapeHtml(formatExportTime(createdAt)),
    dataFolder: '<code>data</code>',
    filesFolder: '<code>fail</code>',
  })
  const encrypted = text.encrypted({ prefix: '<code>e2ee1.</code>' })
  return `<!doctype html><html lang="${getLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text.title}</title><style>${style}</style></head><body><h1>${escapeHtml(text.heading({ appName }))}</h1><p>${contents}</p><p>${encrypted}</p><nav><ul>${entries.join('')}</ul></nav>`
}

export const pageFoot = '</body></html>'

/** Renders the start of a data export section: one row is shown vertically, several as a table with a header. */
export function renderExportSectionHead(section: ExportSection, isSingle: boolean): string {
  const { file, columns } = section
  const labels = Object.keys(columns).map(
    key => `<th>${escapeHtml(getPersonalDataExportColumnLabel(section, key))}</th>`,
  )
  const head = isSingle ? '<table class="one">' : `<table><thead><tr>${labels.join('')}</tr></thead>`
  return `<section id="${file}"><h2>${escapeHtml(dataSectionText[file].title)}</h2>${head}<tbody>`
}

export function renderExportSectionRow(section: ExportSection, row: ExportRow, isSingle: boolean): string {
  const keys = Object.keys(section.columns)
  if (!isSingle)
    return `<tr>${keys.map(key => `<td>${escapeHtml(formatExportValue(row[key]))}</td>`).join('')}</tr>`
  return keys
    .map(
      key =>
        `<tr><th>${escapeHtml(getPersonalDataExportColumnLabel(section, key))}</th><td>${escapeHtml(formatExportValue(row[key]))}</td></tr>`,
    )
    .join('')
}

export function renderExportSectionFoot(count: number): string {
  return `</tbody></table>${count === 0 ? `<p class="none">${text.nothing}</p>` : ''}</section>`
}
