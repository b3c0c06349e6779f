// Schemas for the values of custom fields, built from the definition of each field.
// Server and client validate the value of a custom field with the same schema.
import * as z from 'zod/mini'
import {
  buildMultiLineTextSchema,
  buildSingleLineTextSchema,
  canRunCrossFieldChecks,
} from '#shared/fields/text.ts'
import { customFieldErrors as errors } from '#texts/field-errors.ts'
import { type FieldKind, maxChoices, maxNumber, maxTextLength } from './field-kinds.ts'

/**
 * Value of a custom field: text, number, day such as 2026-11-15, yes or no, the id of a choice or a list of ids.
 * Null when there is no value.
 */
export const fieldValue = z.nullable(
  z.union([
    z.string().check(z.maxLength(4000)),
    z.number(),
    z.boolean(),
    z.array(z.string().check(z.maxLength(40))).check(z.maxLength(maxChoices)),
  ]),
)
export type FieldValue = z.infer<typeof fieldValue>

/** Values of custom fields by field id. Omitted fields keep their value. Null removes the value. */
export const fieldValues = z.record(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), fieldValue)
export type FieldValues = Record<string, FieldValue>

/** Custom field in a form, with the properties that validate its value. */
type FormField = ValuedField & { id: number; isRequired: boolean }

interface ValuedField {
  /** Name of the custom field, with which error messages begin. */
  label?: string
  kind: FieldKind
  choices: readonly { id: string; isRetired: boolean }[]
}

const number = z
  .number({ error: () => errors.number })
  .check(
    z.minimum(-maxNumber, { error: () => errors.number }),
    z.maximum(maxNumber, { error: () => errors.number }),
  )

const day = z.iso
  .date({ error: () => errors.date })
  .check(z.refine(text => text >= '1900' && text < '2200', { error: () => errors.date }))

/**
 * Builds the schema for the value of a custom field. Error messages name the field, such as "Saiz baju: pilih satu
 * pilihan". A retired choice is accepted only if it is part of the stored value. Empty text and an empty list become
 * null, which removes the value.
 */
export function buildCustomFieldValueSchema(
  { kind, choices, label }: ValuedField,
  { stored = null, isRequired = false }: { stored?: FieldValue; isRequired?: boolean } = {},
) {
  const storedIds = Array.isArray(stored) ? stored : [stored]
  const isOfList = kind === 'choices'
  const choiceError = { error: () => (isOfList ? errors.choicesOfList : errors.choice) }
  const choice = z
    .string(choiceError)
    .check(
      z.refine(
        id => choices.some(known => known.id === id && (!known.isRetired || storedIds.includes(id))),
        choiceError,
      ),
    )
  const schemas = {
    text: buildSingleLineTextSchema(maxTextLength.text),
    long_text: buildMultiLineTextSchema(maxTextLength.long_text),
    number,
    date: day,
    boolean: z.boolean({ error: () => errors.boolean }),
    choice,
    choices: z
      .array(choice, choiceError)
      .check(z.refine(ids => new Set(ids).size === ids.length, { error: () => errors.sameChoiceTwice })),
  } satisfies Record<FieldKind, z.ZodMiniType>
  const isEmpty = (value: unknown) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0)
  const schema = z.nullable(schemas[kind])
  return z.transform((value: unknown, context): FieldValue => {
    const parsed = schema.safeParse(isEmpty(value) ? null : value)
    const stripped = parsed.success && !isEmpty(parsed.data) ? (parsed.data as FieldValue) : null
    const problem = parsed.success
      ? isRequired && stripped === null && errors.required
      : parsed.error.issues[0]?.message
    if (!problem) return stripped
    const message = label === undefined ? problem : errors.ofField({ label, problem: lowerFirst(problem) })
    context.issues.push({ code: 'custom', message, input: value })
    return null
  })
}

/** Converts the first letter of an error message to lower case, because the message follows a field's name and ":". */
const lowerFirst = (message: string) => message.charAt(0).toLowerCase() + message.slice(1)

/**
 * Builds the schema of a form for values of custom fields. The form fields are named by the ids of the custom fields.
 */
export function buildCustomFieldsFormSchema(fields: FormField[], stored: FieldValues = {}) {
  const schemas = fields.map(field => [
    String(field.id),
    buildCustomFieldValueSchema(field, { stored: stored[field.id], isRequired: field.isRequired }),
  ])
  return z.object({ values: z.object(Object.fromEntries(schemas)) })
}

/** Builds the validation of one custom field in the registration form. */
export function buildRegistrationCustomFieldValidator(field: FormField) {
  const schema = buildCustomFieldValueSchema(field, { isRequired: field.isRequired })
  const validate = (body: { customFields?: FieldValues }) =>
    schema.safeParse(body.customFields?.[field.id] ?? null)
  return z.refine<{ customFields?: FieldValues }>(body => validate(body).success, {
    path: ['customFields', String(field.id)],
    error: ({ input }) => validate(input as { customFields?: FieldValues }).error?.issues[0]?.message,
    when: canRunCrossFieldChecks,
  })
}
