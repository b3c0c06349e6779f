// Types and building blocks for the entries of the personal data registry.
import { type SQL, sql } from 'drizzle-orm'

/** Purposes of storing personal data, in Malay, as the data register shows them. */
export const purposes = {
  membership: 'Mengurus permohonan, keahlian dan jawatan',
  activities: 'Mengurus aktiviti dan kehadiran',
  clubs: 'Mengurus kelab',
  talk: 'Perbualan, fail dan panggilan antara ahli',
  order: 'Menyemak mesej yang dilaporkan',
  news: 'Menyampaikan hebahan dan pemberitahuan',
  safety: 'Mengetahui keselamatan ahli semasa kecemasan',
  access: 'Log masuk yang selamat',
  keys: 'Penyulitan hujung ke hujung',
  own: 'Kemudahan yang dipilih oleh orang itu sendiri',
  record: 'Menunjukkan siapa membuat apa, dan bila',
} as const

/** Exported columns: key to label, or to label and SQL expression when the value is not the column of that name. */
export type ExportColumns = Record<string, string | [label: string, expression: string]>

/** Section of the data export. It must not include names or ids of other users. */
export interface ExportSection {
  file: string
  title: string
  columns: ExportColumns
  /** SQL that follows `from` in the export query; its table alias `t` stands for the rows of the user. */
  from: (userId: number) => SQL
}

export interface DataReference {
  table: string
  /** Purpose of storing the data; a key of `purposes`. */
  purpose: keyof typeof purposes
  /** Columns of the table that hold a user id. */
  columns: string[]
  copy: ExportSection
  /** Statement that deletes or redacts the rows, or a Malay text for the data register that says what stays and why. */
  erasure: { removes: (userId: number) => SQL } | { keeps: string }
}

export const clubName: [string, string] = ['Kelab', '(select c.name from clubs c where c.id = t.club_id)']
export const createdAt = 'Tarikh'

export function getExportColumnLabel(columns: ExportColumns, key: string): string {
  const column = columns[key]
  return (Array.isArray(column) ? column[0] : column) ?? key
}

export const ownRowStatements = (table: string) => ({
  from: (userId: number) => sql`${sql.raw(table)} t where t.user_id = ${userId} order by t.created_at, t.id`,
  removes: (userId: number) => sql`delete from ${sql.raw(table)} where user_id = ${userId}`,
})

/** Defines a table in which each row belongs to one user: export (unless `from` is set) and erasure cover all rows. */
export function defineOwnTable(
  table: string,
  purpose: DataReference['purpose'],
  copy: Omit<ExportSection, 'from'> & Partial<ExportSection>,
): DataReference {
  const { from, removes } = ownRowStatements(table)
  return { table, purpose, columns: ['user_id'], copy: { from, ...copy }, erasure: { removes } }
}
