// Lists of people that somebody brought along: what stood in the file, what it would mean, and what came of it.
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
import { countries, importKinds } from '#shared/constants.ts'
import {
  type ImportKey,
  type ImportReason,
  importChoices,
  importOutcomes,
  importStatuses,
} from '#shared/contracts/imports.ts'
import { bytes, createdAt, moment, oneOf } from './columns.ts'
import { clubs, users } from './core.ts'

export const imports = pgTable(
  'imports',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    /** Of the file, and of the sheet in it. */
    name: text().notNull(),
    sheet: text(),
    /** The columns of the file in their order, and what each is taken for; null: passed over. */
    headers: text().array().notNull(),
    columns: jsonb().$type<(ImportKey | null)[]>().notNull(),
    /** Where its people belong: nobody else is touched by it. Null: anywhere. */
    country: text({ enum: countries }),
    clubId: integer().references(() => clubs.id),
    status: text({ enum: importStatuses }).notNull().default('checking'),
    /** The line up to which what goes on now has come; whoever goes on after a crash begins behind it. */
    cursor: integer().notNull().default(0),
    total: integer().notNull(),
    /** Its new people are members at once, by the decision of whoever confirmed it. */
    isDecision: boolean().notNull().default(false),
    confirmedBy: integer().references(() => users.id),
    confirmedAt: moment(),
    /** Who wants its people invited, and up to which line that has come. */
    invitedBy: integer().references(() => users.id),
    inviteCursor: integer(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    oneOf('imports_status', t.status, importStatuses),
    oneOf('imports_country', t.country, countries),
    index('imports_by_time').on(t.createdAt, t.id),
    index('imports_of_country').on(t.country, t.id),
    index('imports_of_club').on(t.clubId, t.id),
    index('imports_by_creator').on(t.createdBy),
    index('imports_by_confirmer').on(t.confirmedBy),
    index('imports_by_inviter').on(t.invitedBy),
  ],
)

/**
 * One line of a file. What it holds is sealed, as identity numbers are; in the open stands what people are found by. It
 * goes a month after the import, and with the person at once.
 */
export const importRows = pgTable(
  'import_rows',
  {
    importId: integer()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** As a spreadsheet program counts them. */
    line: integer().notNull(),
    /** As they stood in the file. */
    cells: bytes().notNull(),
    /** As they were understood. */
    data: bytes(),
    fullName: text(),
    email: text(),
    icHash: bytes(),
    birthYear: smallint(),
    phoneKey: text(),
    membershipNumber: text(),
    /** Null: not looked at yet. */
    kind: text({ enum: importKinds }),
    /** Codes; never what somebody wrote. */
    reasons: jsonb().$type<ImportReason[]>().notNull().default([]),
    /** The fields that would change. */
    changes: text().array().$type<ImportKey[]>().notNull().default([]),
    /** Whom it is about: already here, or made by it. */
    userId: integer(),
    /** Whom it may be about. */
    duplicateOf: integer(),
    choice: text({ enum: importChoices }),
    outcome: text({ enum: importOutcomes }),
    /** What stood there before, for whoever takes the import back. */
    before: bytes(),
    /** What the person's row looked like right after: another by now means that somebody touched it. */
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
    oneOf('import_rows_kind', t.kind, importKinds),
    oneOf('import_rows_choice', t.choice, importChoices),
    oneOf('import_rows_outcome', t.outcome, importOutcomes),
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

/** What somebody once took a column of this name for. */
export const importColumns = pgTable(
  'import_columns',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    header: text().notNull(),
    /** Null: passed over. */
    key: text().$type<ImportKey>(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.userId, t.header] })],
)
