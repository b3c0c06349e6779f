// Parses calendar dates and years from spreadsheet cells.
// A date cell contains an ISO date, a date in Malay or English notation, or a day number (serial number).

const monthNames = [
  'january, januari, jan',
  'february, februari, feb',
  'march, mac, mar',
  'april, apr',
  'may, mei',
  'june, jun',
  'july, julai, jul',
  'august, ogos, aug, ogo',
  'september, sept, sep',
  'october, oktober, oct, okt',
  'november, nov',
  'december, disember, dec, dis',
]
const monthsByName = new Map(
  monthNames.flatMap((names, index) => names.split(', ').map(name => [name, index + 1] as const)),
)

/** A number in a date cell counts as a date only if it is the serial number of a day from 1930-01-01 to 2100-12-31. */
const [minSerial, maxSerial] = [10_959, 73_415]
const dayMs = 86_400_000
/** Day 0 of the day numbers in spreadsheets, which also count 29 February 1900, a day that never existed. */
const serialEpoch = Date.UTC(1899, 11, 30)

const timeOfDay = /[T ]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i

function formatValidDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year >= 1900 && year <= 2100 ? date.toISOString().slice(0, 10) : undefined
}

/** Completes a two-digit year: up to ten years ahead is 20xx, any other year is 19xx. */
function completeTwoDigitYear(text: string, today: Date): number {
  const year = Number(text)
  if (text.length === 4) return year
  return year <= (today.getUTCFullYear() % 100) + 10 ? 2000 + year : 1900 + year
}

/**
 * Interprets two numbers as day and month, the day first as in Malaysia. The numbers are swapped if the second cannot
 * be a month.
 */
function formatDayIfOrderIsClear(year: number, first: number, second: number): string | undefined {
  return second > 12 ? formatValidDay(year, first, second) : formatValidDay(year, second, first)
}

function parseDateWithMonthName(text: string, today: Date): string | undefined {
  const [, day = '', name = '', year = ''] =
    /^(\d{1,2})(?:st|nd|rd|th|hb)?[ -]*(\p{L}+)[ -]*(\d{4}|\d{2})$/u.exec(text) ?? []
  const [, otherName = '', otherDay = '', otherYear = ''] =
    /^(\p{L}+) (\d{1,2})(?:st|nd|rd|th)? (\d{4})$/u.exec(text) ?? []
  const month = monthsByName.get(name || otherName)
  return month
    ? formatValidDay(completeTwoDigitYear(year || otherYear, today), month, Number(day || otherDay))
    : undefined
}

const normalizeCell = (cell: string) =>
  cell
    .normalize('NFKC')
    .toLowerCase()
    .replace(timeOfDay, '')
    .replace(/[,.]+ /g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Parses the day in a spreadsheet cell, such as 2023-09-01. Returns undefined when the cell contains no day. */
export function parseSpreadsheetDay(cell: string, today = new Date()): string | undefined {
  const text = normalizeCell(cell)
  const serial = /^\d{5}(\.\d+)?$/.test(text) ? Math.floor(Number(text)) : undefined
  if (serial !== undefined && serial >= minSerial && serial <= maxSerial)
    return new Date(serialEpoch + serial * dayMs).toISOString().slice(0, 10)
  const yearFirst =
    /^(\d{4})[-/. ]?(\d{2})[-/. ]?(\d{2})$/.exec(text) ?? /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (yearFirst) return formatValidDay(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]))
  const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text)
  if (yearLast)
    return formatDayIfOrderIsClear(
      completeTwoDigitYear(yearLast[3] ?? '', today),
      Number(yearLast[1]),
      Number(yearLast[2]),
    )
  return parseDateWithMonthName(text, today)
}

/** Parses the year from a spreadsheet cell with a year, a month or a day. Returns undefined when the cell has none. */
export function parseSpreadsheetYear(cell: string, today = new Date()): number | undefined {
  const day = parseSpreadsheetDay(cell, today)
  if (day) return Number(day.slice(0, 4))
  const text = normalizeCell(cell)
  const [, yearFirst, yearLast, name, namedYear] =
    /^(\d{4})(?:\.0+|[-/.]\d{1,2})?$|^\d{1,2}[-/.](\d{4})$|^(\p{L}+)[ -](\d{4})$/u.exec(text) ?? []
  if (name && !monthsByName.has(name)) return undefined
  const year = Number(yearFirst ?? yearLast ?? namedYear)
  return year >= 1900 && year <= 2100 ? year : undefined
}
