// Imports of member lists: the rows of the uploaded file, the values parsed from them, and the result of the import.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { importKinds } from '#shared/constants.ts'
import type { ImportTarget } from '#shared/contracts/imports/import-targets.ts'
import {
  type ImportReason,
  importChoices,
  importOutcomes,
  importStatuses,
} from '#shared/contracts/imports/imports.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import {
  buildAllowedValuesConstraint,
  buildCountryConstraint,
  bytes,
  createdAt,
  timestampColumn,
} from './columns.ts'
import { clubs, users } from './core.ts'

export const imports = pgTable(
  'imports',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    /** File name of the uploaded member list. The column `sheet` holds the name of its spreadsheet tab, if any. */
    name: text().notNull(),
    sheet: text(),
    /** Column headers of the uploaded file in order, and the field that each one maps to; null for ignored columns. */
    headers: text().array().notNull(),
    columns: jsonb().$type<(ImportTarget | null)[]>().notNull(),
    /**
     * Number of the line in the uploaded file that contains the column headers. Only the lines below become
     * import rows.
     */
    headerLine: integer().notNull().default(1),
    /**
     * Lines of the file above and including the header, encrypted. Null for imports of releases that did not store
     * them.
     */
    top: bytes(),
    /**
     * Version of the import, raised by every change of header, columns, cells or choices. A confirmation must name the
     * version that the approver saw.
     */
    version: integer().notNull().default(1),
    /** Country or club whose members the import may contain; null when it may contain members of all countries. */
    country: text({ enum: countries }),
    clubId: integer().references(() => clubs.id),
    status: text({ enum: importStatuses }).notNull().default('checking'),
    /**
     * Last line that the current step of the import has processed. After a crash the import job continues behind this
     * line.
     */
    cursor: integer().notNull().default(0),
    total: integer().notNull(),
    /** True when the approver decided that imported members become active at once. */
    isDecision: boolean().notNull().default(false),
    confirmedBy: integer().references(() => users.id),
    confirmedAt: timestampColumn(),
    /**
     * Time when the import was proposed to an approver. Rechecking its rows later sets the status back to `proposed`.
     */
    proposedAt: timestampColumn(),
    /** User who requested invitations for imported members, and the line of the last member who was invited. */
    invitedBy: integer().references(() => users.id),
    inviteCursor: integer(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('imports_status', t.status, importStatuses),
    buildCountryConstraint('imports_country', t.country),
    index('imports_by_time').on(t.createdAt, t.id),
    index('imports_of_country').on(t.country, t.id),
    index('imports_of_club').on(t.clubId, t.id),
    index('imports_by_creator').on(t.createdBy),
    index('imports_by_confirmer').on(t.confirmedBy),
    index('imports_by_inviter').on(t.invitedBy),
  ],
)

/**
 * Line of an imported member list. Its content is encrypted, except for hashes by which people are found. Rows are
 * deleted a month after the import, and at once when the account of the person is erased.
 */
export const importRows = pgTable(
  'import_rows',
  {
    importId: integer()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** Line number in the imported file, as shown by spreadsheet programs. */
    line: integer().notNull(),
    /** Cells of the imported line as they were in the file, encrypted. */
    cells: bytes().notNull(),
    /** Cells that a user corrected in the preview, by column index, encrypted. The original cells stay as they are. */
    corrections: bytes(),
    /** Field values of the imported line after parsing, encrypted. */
    data: bytes(),
    fullName: text(),
    email: text(),
    icHash: bytes(),
    birthYear: smallint(),
    phoneKey: text(),
    membershipNumber: text(),
    /** Result of checking the imported line; null until the line has been checked. */
    kind: text({ enum: importKinds }),
    /** Codes of the problems found in the imported line, never text from the file. */
    reasons: jsonb().$type<ImportReason[]>().notNull().default([]),
    /** Fields of an existing user that the import would change. */
    changes: text().array().$type<ImportTarget[]>().notNull().default([]),
    /** User that the imported line belongs to: an existing user, or one created by the import. */
    userId: integer(),
    /** Existing user who may be the same person as the one in the imported line. */
    duplicateOf: integer(),
    choice: text({ enum: importChoices }),
    outcome: text({ enum: importOutcomes }),
    /** Field values that the user had before the import, encrypted, for undoing the import. */
    before: bytes(),
    /**
     * Fingerprint of the user's row right after the import. A different fingerprint shows that the row was edited
     * later.
     */
    stamp: text(),
  },
  t => [
    primaryKey({ columns: [t.importId, t.line] }),
    foreignKey({ name: 'import_rows_user_fk', columns: [t.userId], foreignColumns: [users.id] }).onDelete(
      'set null',
    ),
    foreignKey({
      name: 'import_rows_duplicate_fk',
      columns: [t.duplicateOf],
      foreignColumns: [users.id],
    }).onDelete('set null'),
    buildAllowedValuesConstraint('import_rows_kind', t.kind, importKinds),
    buildAllowedValuesConstraint('import_rows_choice', t.choice, importChoices),
    buildAllowedValuesConstraint('import_rows_outcome', t.outcome, importOutcomes),
    check('import_rows_line', sql`${t.line} > 0`),
    index('import_rows_by_kind').on(t.importId, t.kind, t.choice, t.outcome, t.line),
    index('import_rows_by_email').on(t.importId, t.email),
    index('import_rows_by_ic').on(t.importId, t.icHash),
    index('import_rows_by_number').on(t.importId, t.membershipNumber),
    index('import_rows_of_user').on(t.userId),
    index('import_rows_of_duplicate').on(t.duplicateOf),
    index('import_rows_by_any_email').on(t.email),
  ],
)

/** Column names of earlier imports with the field that each was assigned to. */
export const importColumns = pgTable(
  'import_columns',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    header: text().notNull(),
    /** Field that columns with this header are assigned to; null for ignored columns. */
    key: text().$type<ImportTarget>(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.userId, t.header] })],
)

/** Assignments of columns to fields that a user made by hand, reused for files with equal headers, country and club. */
export const importSources = pgTable(
  'import_sources',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Hash of the normalized column headers, the country and the club of an import. */
    source: text().notNull(),
    columns: jsonb().$type<(ImportTarget | null)[]>().notNull(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.userId, t.source] })],
)
