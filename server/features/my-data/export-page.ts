// Renders the HTML page of a data export: a single self-contained file that opens offline in any browser.
import { escapeHtml } from '#server/http/escape-html.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import type { ExportRow } from './read-export-section.queries.ts'
import { type ExportSection, getExportColumnLabel } from './references/data-reference.queries.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:1100px;margin:0 auto;padding:24px;color:#1b2733;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2.5rem;color:#0b6f6a}nav ul{columns:2;padding-left:1.2em}
table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;vertical-align:top;padding:6px 10px;border-bottom:1px solid #e3e6e8;overflow-wrap:anywhere;white-space:pre-wrap}
th{white-space:nowrap}.one th{width:14em}.none{color:#5b6470}a{color:#0b6f6a}`

const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const dateFormat = new Intl.DateTimeFormat('ms-MY', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: headquartersTimeZone,
})

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'Ya' : 'Tidak'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return timestampPattern.test(text) ? dateFormat.format(new Date(text)) : text
}

export function renderExportPageHead(appName: string, copies: ExportSection[], createdAt: Date): string {
  const entries = copies.map(({ file, title }) => `<li><a href="#${file}">${escapeHtml(title)}</a></li>`)
  return `<!doctype html><html lang="ms"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Data saya</title><style>${style}</style></head><body><h1>Data saya di ${escapeHtml(appName)}</h1><p>Semua yang disimpan tentang anda pada ${escapeHtml(dateFormat.format(createdAt))} (waktu Malaysia). Setiap bahagian tersedia juga sebagai JSON dalam folder <code>data</code>, dan fail yang anda muat naik dalam folder <code>fail</code>.</p><p>Mesej daripada perbualan yang disulitkan hujung ke hujung kekal disulitkan di sini: isinya bermula dengan <code>e2ee1.</code> dan hanya dapat dibaca dalam aplikasi, pada peranti yang mempunyai kunci anda. Kami tidak dapat membukanya. Kunci rahsia anda tiada dalam salinan ini.</p><nav><ul>${entries.join('')}</ul></nav>`
}

export const pageFoot = '</body></html>'

/** Renders the start of a data export section: one row is shown vertically, several as a table with a header. */
export function renderExportSectionHead({ file, title, columns }: ExportSection, isSingle: boolean): string {
  const labels = Object.keys(columns).map(key => `<th>${escapeHtml(getExportColumnLabel(columns, key))}</th>`)
  const head = isSingle ? '<table class="one">' : `<table><thead><tr>${labels.join('')}</tr></thead>`
  return `<section id="${file}"><h2>${escapeHtml(title)}</h2>${head}<tbody>`
}

export function renderExportSectionRow(
  { columns }: ExportSection,
  row: ExportRow,
  isSingle: boolean,
): string {
  const keys = Object.keys(columns)
  if (!isSingle)
    return `<tr>${keys.map(key => `<td>${escapeHtml(formatValue(row[key]))}</td>`).join('')}</tr>`
  return keys
    .map(
      key =>
        `<tr><th>${escapeHtml(getExportColumnLabel(columns, key))}</th><td>${escapeHtml(formatValue(row[key]))}</td></tr>`,
    )
    .join('')
}

export function renderExportSectionFoot(count: number): string {
  return `</tbody></table>${count === 0 ? '<p class="none">Tiada.</p>' : ''}</section>`
}
