// Types and building blocks for the entries of the personal data registry.
import { type SQL, sql } from 'drizzle-orm'
import { findText } from '#shared/language/texts.ts'
import { type dataPurposeText, dataSectionText } from '#texts/data-references.ts'
import { personFieldLabels } from '#texts/person-fields.ts'

/** Exported columns: `true` exports the column of this name, an SQL expression computes the exported value. */
export type ExportColumns = Record<string, true | string>

type SectionTexts = typeof dataSectionText

/** Section of a personal data export: one JSON file. Each column has a label in the interface texts. */
interface ExportSectionOf<File extends keyof SectionTexts> {
  /**
   * Name of the JSON file for this part of the data export. The interface texts of this part have the same
   * key.
   */
  file: File
  columns: Record<keyof SectionTexts[File]['columns'], true | string>
  /** SQL after the word `from` of the export query, in which the alias `t` stands for the user's rows. */
  from: (userId: number) => SQL
}

/** Section of the data export. It must not include names or ids of other users. */
export type ExportSection = { [File in keyof SectionTexts]: ExportSectionOf<File> }[keyof SectionTexts]

export interface DataReference {
  table: string
  /** Purpose for which the personal data of the table are stored. */
  purpose: keyof typeof dataPurposeText
  /** Columns of the table that contain a user id. */
  columns: string[]
  copy: ExportSection
  /**
   * SQL statement by which an account erasure deletes or redacts the user's rows in the table,
   * or a text that explains which data the erasure keeps and why.
   */
  erasure: { removes: (userId: number) => SQL } | { keeps: () => string }
}

/**
 * SQL for the title of the activity or announcement `a`:
 * the second title if it is in the user's language, otherwise the first title.
 */
export const titleForUser =
  'case when a.second_language = (select u.language from users u where u.id = t.user_id) then a.second_title else a.title end'

/**
 * Builds SQL that returns the parts of a message group's name as JSON.
 * `readExportSection` formats the name.
 */
const buildGroupNameSql = (alias: string) =>
  `json_build_object('name', ${alias}.name, 'type', ${alias}.type, 'country', ${alias}.country, 'isDirect', ${alias}.direct_key is not null)`

/** SQL for the name of a message group, in statements that select the group with alias `g`. */
export const groupName = buildGroupNameSql('g')
/** SQL for the name of a message group, in statements that select the group with alias `t`. */
export const ownGroupName = buildGroupNameSql('t')

export const clubName = '(select c.name from clubs c where c.id = t.club_id)'

/** Returns the label of an exported column in the current language. Person fields use the labels of the forms. */
export function getPersonalDataExportColumnLabel({ file }: ExportSection, key: string): string {
  const labels: Record<string, string> = dataSectionText[file].columns
  return labels[key] ?? findText(personFieldLabels, key) ?? key
}

export const buildOwnRowStatements = (table: string) => ({
  from: (userId: number) => sql`${sql.raw(table)} t where t.user_id = ${userId} order by t.created_at, t.id`,
  removes: (userId: number) => sql`delete from ${sql.raw(table)} where user_id = ${userId}`,
})

/**
 * Declares a table with a `user_id` column for data export and erasure.
 * The erasure deletes all rows of the user.
 * The export contains all rows of the user, unless `from` gives another query.
 */
export function definePersonalDataTable<File extends keyof SectionTexts>(
  table: string,
  purpose: DataReference['purpose'],
  copy: Omit<ExportSectionOf<File>, 'from'> & Partial<ExportSectionOf<File>>,
): DataReference {
  const { from, removes } = buildOwnRowStatements(table)
  return {
    table,
    purpose,
    columns: ['user_id'],
    copy: { from, ...copy } as unknown as ExportSection,
    erasure: { removes },
  }
}
