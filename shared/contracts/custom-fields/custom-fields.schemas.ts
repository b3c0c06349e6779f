import * as z from 'zod/mini'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'
import {
  buildMultiLineTextSchema,
  buildSingleLineTextSchema,
  canRunCrossFieldChecks,
} from '#shared/fields/text.ts'
import { customFieldErrors as errors } from '#texts/field-errors.ts'
import {
  type FieldAudience,
  fieldAudiences,
  fieldKinds,
  includesManagers,
  includesMember,
  isChoiceKind,
  maxChoices,
  maxFieldsPerScope,
} from './field-kinds.ts'
import { fieldValue, fieldValues } from './field-values.schemas.ts'

export const fieldParams = z.object({ id: idParam })
export const memberParams = z.object({ id: idParam })

/** Query parameters that name the owner of custom fields: a club, a country, or headquarters when both are missing. */
export const fieldScopeQuery = z.strictObject({
  country: z.optional(z.enum(countries)),
  clubId: z.optional(idParam),
})
export type FieldScopeQuery = z.output<typeof fieldScopeQuery>

/**
 * Query for the custom fields of a member list. With `isRemoved`, lists removed fields, which saved filters
 * may still contain.
 */
export const fieldColumnsQuery = z.extend(fieldScopeQuery, { isRemoved: z.optional(z.literal('true')) })
export type FieldColumnsQuery = z.output<typeof fieldColumnsQuery>

const choiceLabel = buildSingleLineTextSchema(100).check(z.minLength(1, { error: () => errors.choiceLabel }))
const label = buildSingleLineTextSchema(80).check(z.minLength(1, { error: () => errors.label }))

/** Properties of a custom field that managers may change. The kind of a field never changes. */
const editableProperties = {
  label,
  help: buildMultiLineTextSchema(300),
  section: buildSingleLineTextSchema(60),
  isRequired: z.boolean(),
  visibleTo: z.enum(fieldAudiences),
  editableBy: z.enum(fieldAudiences),
  /**
   * Choices of a custom field in their order. A choice without id is new. Stored choices can be renamed or retired, not
   * removed.
   */
  choices: z
    .array(
      z.strictObject({
        id: z.optional(z.string().check(z.regex(/^[a-z0-9]{10}$/))),
        label: choiceLabel,
        isRetired: z.boolean(),
      }),
    )
    .check(
      z.maxLength(maxChoices, { error: () => errors.tooManyChoices({ maximum: maxChoices }) }),
      z.refine(
        list => new Set(list.map(({ label: name }) => String(name).toLowerCase())).size === list.length,
        {
          error: () => errors.sameChoiceTwice,
        },
      ),
    ),
}

/**
 * Whether the manager confirmed that the field may have the same label as a field of another owner that the same people
 * see. Without the confirmation, the response is 409 and names the owner.
 */
const isSameLabelConfirmed = z.optional(z.boolean())

interface Audiences {
  visibleTo: FieldAudience
  editableBy: FieldAudience
  isRequired: boolean
}

/** Requires that users who may edit the value of a custom field may also read the value. */
const isSeenByEditors = z.refine<Audiences>(
  ({ visibleTo, editableBy }) =>
    (!includesMember(editableBy) || includesMember(visibleTo)) &&
    (!includesManagers(editableBy) || includesManagers(visibleTo)),
  { path: ['editableBy'], error: () => errors.editorsSee, when: canRunCrossFieldChecks },
)
/** Requires that a required custom field is editable by members, because only members are asked to fill it in. */
const isRequiredOfMember = z.refine<Audiences>(
  ({ editableBy, isRequired }) => !isRequired || includesMember(editableBy),
  { path: ['isRequired'], error: () => errors.requiredOfMember, when: canRunCrossFieldChecks },
)

/** Requires that a required choice field has a choice, because members could not fill in the field without one. */
const hasOpenChoice = z.refine<{ isRequired: boolean; choices: { isRetired: boolean }[] }>(
  ({ isRequired, choices }) =>
    !isRequired ||
    !Array.isArray(choices) ||
    choices.length === 0 ||
    choices.some(({ isRetired }) => !isRetired),
  { path: ['choices'], error: () => errors.openChoice, when: canRunCrossFieldChecks },
)

export const fieldBody = z
  .strictObject({
    country: z.nullable(z.enum(countries)),
    clubId: z.nullable(id),
    kind: z.enum(fieldKinds),
    ...editableProperties,
    isSameLabelConfirmed,
  })
  .check(
    isSeenByEditors,
    isRequiredOfMember,
    hasOpenChoice,
    z.refine(({ kind, choices }) => !isChoiceKind(kind) || (Array.isArray(choices) && choices.length > 0), {
      path: ['choices'],
      error: () => errors.choices,
      when: canRunCrossFieldChecks,
    }),
    z.refine(({ kind, choices }) => isChoiceKind(kind) || !Array.isArray(choices) || choices.length === 0, {
      path: ['choices'],
      error: () => errors.noChoices,
      when: canRunCrossFieldChecks,
    }),
  )
export type FieldBody = z.output<typeof fieldBody>

export const fieldChangeBody = z
  .strictObject({
    ...editableProperties,
    /** Version of the custom field that the manager edited. If it is no longer the newest, the server returns 409. */
    editedVersion: instant,
    isSameLabelConfirmed,
  })
  .check(isSeenByEditors, isRequiredOfMember, hasOpenChoice)
export type FieldChangeBody = z.output<typeof fieldChangeBody>

export const fieldOrderBody = z.strictObject({
  country: z.nullable(z.enum(countries)),
  clubId: z.nullable(id),
  ids: z.array(id).check(z.maxLength(maxFieldsPerScope)),
})
export type FieldOrderBody = z.output<typeof fieldOrderBody>

const choice = z.object({ id: z.string(), label: z.string(), isRetired: z.boolean() })

/** Custom field with the properties that forms, list columns and filters need. */
export const customField = z.object({
  id,
  kind: z.enum(fieldKinds),
  label: z.string(),
  help: z.string(),
  section: z.string(),
  isRequired: z.boolean(),
  visibleTo: z.enum(fieldAudiences),
  choices: z.array(choice),
})
export type CustomField = z.infer<typeof customField>

/** Custom field with all properties, including those that only its managers see. */
export const managedField = z.extend(customField, {
  editableBy: z.enum(fieldAudiences),
  removedAt: z.nullable(instant),
  /** Version of the custom field's definition: the time of its last change. */
  version: instant,
  /** Number of active members with a value in this custom field. Counting stops at 1,001, shown as more than 1,000. */
  valueCount: z.int(),
})
export type ManagedField = z.input<typeof managedField>

/** Owner of a custom field: the name of the club or the country; both are null for headquarters. */
const owner = { clubName: z.nullable(z.string()), country: z.nullable(z.string()) }

/** Custom field that applies not only to its owner (headquarters or a country) but also to all members below it. */
const inheritedField = z.extend(customField, { editableBy: z.enum(fieldAudiences), ...owner })
export type InheritedField = z.infer<typeof inheritedField>

/**
 * Custom fields of a scope in their order, removed fields last, and the name of the club. `inherited` lists the fields
 * of headquarters and of the country, which only their owners change.
 */
export const managedFields = z.object({
  clubName: z.nullable(z.string()),
  fields: z.array(managedField),
  inherited: z.array(inheritedField),
})

/** Custom field together with the value that is stored for a person. */
const personField = z.extend(customField, {
  value: fieldValue,
  /** Whether the reader may change the value of the custom field. */
  isEditable: z.boolean(),
  ...owner,
  /** Time at which the value will be erased, because the member has left the custom field's club or country. */
  erasedFrom: z.nullable(instant),
})
export type PersonField = z.input<typeof personField>
export const personFieldList = z.array(personField)

export const fieldValuesBody = z.strictObject({ values: fieldValues })
export type FieldValuesBody = z.output<typeof fieldValuesBody>
