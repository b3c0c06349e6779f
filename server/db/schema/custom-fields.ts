// Custom fields: definitions by headquarters, a country or a club, and the members' values.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { fieldAudiences, fieldKinds } from '#shared/contracts/custom-fields/field-kinds.ts'
import { countries } from '#shared/countries/countries.ts'
import {
  buildAllowedValuesConstraint,
  buildCountryConstraint,
  createdAt,
  timestampColumn,
} from './columns.ts'
import { clubs, users } from './core.ts'

interface StoredChoice {
  /** Random id of a choice, unique among all custom fields, so that an index finds the choice by its id alone. */
  id: string
  label: string
  /** True when the choice was retired: members who chose it keep it, and nobody can choose it any more. */
  isRetired: boolean
}

/** Custom field of a club (`clubId`), of a country (`country`), or of headquarters (both are null). */
export const customFields = pgTable(
  'custom_fields',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    country: text({ enum: countries }),
    clubId: integer().references(() => clubs.id),
    kind: text({ enum: fieldKinds }).notNull(),
    label: text().notNull(),
    help: text().notNull().default(''),
    /** Heading under which forms show the custom field; empty for the general heading. */
    section: text().notNull().default(''),
    position: integer().notNull(),
    /**
     * Slot from 1 to 50, unique within a club, country or headquarters, so that each has at most 50 fields. Null once
     * the field is removed.
     */
    slot: smallint(),
    isRequired: boolean().notNull().default(false),
    visibleTo: text({ enum: fieldAudiences }).notNull(),
    editableBy: text({ enum: fieldAudiences }).notNull(),
    choices: jsonb().$type<StoredChoice[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** Time of removal of the custom field. The retention job deletes the field and its values 30 days later. */
    removedAt: timestampColumn(),
  },
  t => [
    buildCountryConstraint('custom_fields_country', t.country),
    buildAllowedValuesConstraint('custom_fields_kind', t.kind, fieldKinds),
    buildAllowedValuesConstraint('custom_fields_visible_to', t.visibleTo, fieldAudiences),
    buildAllowedValuesConstraint('custom_fields_editable_by', t.editableBy, fieldAudiences),
    check('custom_fields_scope', sql`${t.country} is null or ${t.clubId} is null`),
    check('custom_fields_label', sql`${t.label} <> ''`),
    check('custom_fields_slot', sql`${t.slot} between 1 and 50`),
    check('custom_fields_removed', sql`(${t.slot} is null) = (${t.removedAt} is not null)`),
    check('custom_fields_editors_see', sql`${t.visibleTo} = 'both' or ${t.visibleTo} = ${t.editableBy}`),
    check('custom_fields_required', sql`not ${t.isRequired} or ${t.editableBy} <> 'managers'`),
    // Check constraint for custom fields: a required choice field offers at least one choice that is not retired.
    check(
      'custom_fields_open_choice',
      sql`not ${t.isRequired} or ${t.kind} not in ('choice', 'choices') or ${t.choices} @> '[{"isRetired": false}]'`,
    ),
    uniqueIndex('custom_fields_one_slot').on(
      sql`coalesce(${t.country}, '')`,
      sql`coalesce(${t.clubId}, 0)`,
      t.slot,
    ),
    uniqueIndex('custom_fields_label_unique')
      .on(sql`coalesce(${t.country}, '')`, sql`coalesce(${t.clubId}, 0)`, sql`lower(${t.label})`)
      .where(sql`${t.removedAt} is null`),
    index('custom_fields_of_club').on(t.clubId),
    index('custom_fields_of_country').on(t.country),
    index('custom_fields_by_removal').on(t.removedAt).where(sql`${t.removedAt} is not null`),
  ],
)

/**
 * Value of a custom field. The column of the field's kind is set, the others are null.
 * A trigger sets `leftAt` when the member is not in the club or country of the field, and clears it on return.
 */
export const customFieldValues = pgTable(
  'custom_field_values',
  {
    fieldId: integer()
      .notNull()
      .references(() => customFields.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    textValue: text(),
    numberValue: doublePrecision(),
    dateValue: date({ mode: 'string' }),
    booleanValue: boolean(),
    choiceValues: text().array(),
    updatedAt: createdAt(),
    /**
     * Time at which the member left the field's club or country. From then on managers do not see the value, which is
     * deleted after 90 days.
     */
    leftAt: timestampColumn(),
  },
  t => [
    primaryKey({ columns: [t.fieldId, t.userId] }),
    check(
      'custom_field_values_one',
      sql`num_nonnulls(${t.textValue}, ${t.numberValue}, ${t.dateValue}, ${t.booleanValue}, ${t.choiceValues}) = 1`,
    ),
    index('custom_field_values_of_user').on(t.userId),
    index('custom_field_values_by_number')
      .on(t.fieldId, t.numberValue, t.userId)
      .where(sql`${t.numberValue} is not null`),
    index('custom_field_values_by_date')
      .on(t.fieldId, t.dateValue, t.userId)
      .where(sql`${t.dateValue} is not null`),
    index('custom_field_values_by_boolean')
      .on(t.fieldId, t.booleanValue, t.userId)
      .where(sql`${t.booleanValue} is not null`),
    index('custom_field_values_by_choice').using('gin', t.choiceValues),
    index('custom_field_values_by_text').using('gin', t.textValue.op('gin_trgm_ops')),
    index('custom_field_values_by_leaving').on(t.leftAt).where(sql`${t.leftAt} is not null`),
  ],
)
