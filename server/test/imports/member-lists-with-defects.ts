// Generates member lists in five formats with common mistakes in their cells, and the expected import of each row.
import { createHash } from 'node:crypto'
import { writeXlsx } from 'hucre/xlsx'
import type { ImportKind } from '#shared/constants.ts'

type Cell = string | number | Date | null

interface DirtyCells {
  name: string
  email: string
  ic: Cell
  phone: string
  state: string
  institution: string
  course: string
  level: string
  start: Cell
  end: Cell
  country: string
  club: string
}

interface Dirt {
  /** Puts the mistake into the cells of a correct member list row. `serial` is the number of the row. */
  soil: (cells: DirtyCells, serial: number) => void
  kind: ImportKind
  /** Problem or warning that the import must report first for the row; null when it must not report any. */
  problem: string | null
}

const accepted = (soil: Dirt['soil'], problem: string | null = null): Dirt => ({ soil, kind: 'new', problem })
const refused = (soil: Dirt['soil'], problem: string): Dirt => ({ soil, kind: 'error', problem })

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** Builds an identity card number that differs for every row; `yy` are the last two digits of the year of birth. */
function buildIcDigits(serial: number, yy: number): string {
  const place = pad(1 + (Math.floor(serial / 10_000) % 16))
  return `${pad(yy)}${pad(1 + (serial % 12))}${pad(1 + (serial % 28))}${place}${pad(serial % 10_000, 4)}`
}

/** Builds a surname that resembles no other one, because an import asks for a decision when names are similar. */
function buildSurname(serial: number): string {
  const hash = createHash('sha256').update(String(serial)).digest('hex').slice(0, 12)
  return [...hash].map(digit => 'bcdfghjklmnprstv'[Number.parseInt(digit, 16)]).join('a')
}

const firstSeptember2023 = new Date(Date.UTC(2023, 8, 1))

/** Common mistakes in member lists, each with the expected result of the import. */
export const dirts = {
  clean: accepted(() => {}),
  'identity number without its leading zero': accepted((cells, serial) => {
    cells.ic = Number(buildIcDigits(serial, 1 + (serial % 8)))
  }, 'ic_zero_restored:icNumber'),
  'identity number with spaces': accepted((cells, serial) => {
    const digits = buildIcDigits(serial, 80)
    cells.ic = `${digits.slice(0, 6)} ${digits.slice(6, 8)} ${digits.slice(8)}`
  }),
  'identity number that is too short': refused(cells => {
    cells.ic = '0104-31-12'
  }, 'ic_digits:icNumber'),
  'identity number with an impossible date': refused((cells, serial) => {
    cells.ic = `9913${buildIcDigits(serial, 99).slice(4)}`
  }, 'bad_field:icNumber'),
  'email address with a name or punctuation': accepted((cells, serial) => {
    cells.email = serial % 2 ? `Ahli <${cells.email}>` : `mailto:${cells.email};`
  }),
  'missing email address': refused(cells => {
    cells.email = ''
  }, 'email_missing:email'),
  'invalid email address': refused(cells => {
    cells.email = cells.email.replace('@', '(at)')
  }, 'bad_field:email'),
  'missing name': refused(cells => {
    cells.name = ''
  }, 'name_missing:fullName'),
  'non-breaking and double spaces': accepted(cells => {
    cells.name = `  ${cells.name.replaceAll(' ', '\u00a0 ')} `
  }),
  'unknown level of study': accepted(cells => {
    cells.level = 'Kursus Memasak'
  }, 'bad_field:educationLevel'),
  'unknown state': accepted(cells => {
    cells.state = 'Negeri Awan'
  }, 'bad_field:birthState'),
  'unknown club': accepted(cells => {
    cells.club = 'Kelab Yang Tiada'
  }, 'unknown_club:clubId'),
  'year as a date': accepted((cells, serial) => {
    cells.start = serial % 3 === 0 ? 45_170 : serial % 3 === 1 ? firstSeptember2023 : '1 Sept 2023'
  }),
  'year in words': accepted(cells => {
    cells.start = 'dua ribu'
  }, 'bad_field:startYear'),
  'unreadable phone number': accepted(cells => {
    cells.phone = 'tanya ibu'
  }, 'bad_field:phone'),
  'placeholders for empty cells': accepted(cells => {
    Object.assign(cells, { state: '#N/A', level: 'n/a', course: '-', end: 'tiada' })
  }),
  'repeated email address': refused((cells, serial) => {
    // The row repeats the email address of an earlier, correct row in the generated member list.
    cells.email = cells.email.replace(/-\d+@/, `-${serial - repeatedIndex}@`)
  }, 'same_line'),
  'unknown country': refused(cells => {
    cells.country = 'Atlantis'
  }, 'unknown_country:currentCountry'),
  'end before start': refused(cells => {
    cells.end = 2001
  }, 'years_order'),
} satisfies Record<string, Dirt>
export type DirtName = keyof typeof dirts
const dirtNames = Object.keys(dirts) as DirtName[]
const dirtCount = dirtNames.length
const repeatedIndex: number = dirtNames.indexOf('repeated email address')

export interface DirtyRow {
  cells: DirtyCells
  dirt: DirtName
}

/**
 * Builds rows in which every kind of mistake occurs equally often. Numbers and email addresses of two lists differ
 * when `offset` differs by at least `count`.
 */
export function buildMemberRowsWithDefects(
  count: number,
  { prefix, club, offset }: { prefix: string; club: string; offset: number },
): DirtyRow[] {
  return Array.from({ length: count }, (_, index) => {
    const serial = offset + index
    const dirt = dirtNames[index % dirtCount] as DirtName
    const cells: DirtyCells = {
      name: `Renée ${buildSurname(serial)}`,
      email: `${prefix}-${serial}@contoh.my`,
      ic: buildIcDigits(serial, 70 + (serial % 30)).replace(/^(.{6})(.{2})/, '$1-$2-'),
      phone: `+81 90-${pad(Math.floor(serial / 10_000), 4)}-${pad(serial % 10_000, 4)}`,
      state: 'Johor',
      // Ten consecutive rows have the same institution, which one file format writes as a merged cell.
      institution: `Universiti ${Math.floor(index / 10)}`,
      course: 'Fizik',
      level: 'Ijazah',
      start: 2022,
      end: 2026,
      country: 'Jepun',
      club,
    }
    dirts[dirt].soil(cells, serial)
    return { cells, dirt }
  })
}

const columns: { key: keyof DirtyCells; malay: string; english: string }[] = [
  { key: 'name', malay: 'Nama Penuh', english: 'Full Name (as in IC)' },
  { key: 'email', malay: 'Alamat E-mel', english: 'E-mail Address' },
  { key: 'ic', malay: 'No. K/P', english: 'IC No.' },
  { key: 'phone', malay: 'No. Telefon Bimbit', english: 'Mobile' },
  { key: 'state', malay: 'Negeri', english: 'State of Birth' },
  { key: 'institution', malay: 'Universiti', english: 'University' },
  { key: 'course', malay: 'Jurusan', english: 'Course of Study' },
  { key: 'level', malay: 'Peringkat Pengajian', english: 'Level of Study' },
  { key: 'start', malay: 'Tahun Mula', english: 'Intake' },
  { key: 'end', malay: 'Tahun Tamat', english: 'Expected Graduation' },
  { key: 'country', malay: 'Negara', english: 'Country' },
  { key: 'club', malay: 'Kelab', english: 'Club' },
]

const toText = (cell: Cell) =>
  cell instanceof Date ? cell.toISOString().slice(0, 10).split('-').reverse().join('/') : String(cell ?? '')

function writeText(rows: DirtyRow[], delimiter: string): string {
  const quote = (text: string) => (/["\n,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = [
    columns.map(({ malay }) => malay),
    ...rows.map(({ cells }) => columns.map(({ key }) => toText(cells[key]))),
  ]
  return lines.map(line => line.map(quote).join(delimiter)).join('\r\n')
}

/** Builds an XLSX file with title rows above English headers, and one merged cell for the rows of each institution. */
function writeTitledXlsx(rows: DirtyRow[]): Promise<Uint8Array> {
  const column = columns.findIndex(({ key }) => key === 'institution')
  const titles = [['SENARAI AHLI 2026'], ['Disediakan oleh setiausaha', null, 'Sulit'], []]
  const lines = rows.map(({ cells }, index) =>
    columns.map(({ key }) => (key === 'institution' && index % 10 > 0 ? null : cells[key])),
  )
  const top = titles.length + 1
  const merges = Array.from({ length: Math.ceil(rows.length / 10) }, (_, index) => ({
    startRow: top + index * 10,
    endRow: top + Math.min(rows.length, index * 10 + 10) - 1,
    startCol: column,
    endCol: column,
  }))
  return writeXlsx({
    sheets: [
      {
        name: 'Ahli',
        rows: [...titles, columns.map(({ english }) => english), ...lines],
        merges: [
          { startRow: 0, endRow: 0, startCol: 0, endCol: 5 },
          ...merges.filter(merge => merge.endRow > merge.startRow),
        ],
      },
    ],
  })
}

/** File formats of member lists, each with the line number of its header. */
export const formats: Record<
  string,
  { headerLine: number; write: (rows: DirtyRow[]) => Promise<Uint8Array> }
> = {
  'CSV with commas': { headerLine: 1, write: async rows => Buffer.from(writeText(rows, ',')) },
  'CSV with semicolons in Windows-1252': {
    headerLine: 1,
    write: async rows => Buffer.from(writeText(rows, ';'), 'latin1'),
  },
  'TSV with byte order mark': {
    headerLine: 1,
    write: async rows => Buffer.from(`\uFEFF${writeText(rows, '\t')}`),
  },
  'XLSX with numbers and dates': {
    headerLine: 1,
    write: rows =>
      writeXlsx({
        sheets: [
          {
            name: 'Ahli',
            rows: [
              columns.map(({ malay }) => malay),
              ...rows.map(({ cells }) => columns.map(({ key }) => cells[key])),
            ],
          },
        ],
      }),
  },
  'XLSX with titles and merged cells': { headerLine: 4, write: writeTitledXlsx },
}
