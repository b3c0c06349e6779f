// Kinds of custom fields, their filter operators and their limits.
// This file contains no validation schemas, so that browsers can load it without the validation library.

export const fieldKinds = ['text', 'long_text', 'number', 'date', 'boolean', 'choice', 'choices'] as const
export type FieldKind = (typeof fieldKinds)[number]

/**
 * Who may see or edit a custom field of a member: the member, the managers of the member's club and country, or both.
 */
export const fieldAudiences = ['member', 'managers', 'both'] as const
export type FieldAudience = (typeof fieldAudiences)[number]

/** Maximum number of custom fields that headquarters, a country or a club defines. Removed fields do not count. */
export const maxFieldsPerScope = 50
/** Maximum number of choices of a custom field, including retired choices. */
export const maxChoices = 50
/** Days for which the values of a removed custom field are kept, so that the field can be restored. */
export const removedFieldDays = 30
/** Days for which the value of a custom field is kept after the member left the club or country of the field. */
export const leaverValueDays = 90

export const maxTextLength = { text: 200, long_text: 2000 } as const
/**
 * Maximum absolute value of a number in a custom field. Up to this value a JavaScript number represents thousandths
 * exactly.
 */
export const maxNumber = 1_000_000_000_000

/**
 * Operators of conditions on a custom field. Each operator except `filled` and `empty` compares one kind of value:
 * `contains` texts, `equals`, `atLeast` and `atMost` numbers, `on`, `from` and `to` dates, `chosen` choices.
 */
export const fieldOperators = [
  'contains',
  'equals',
  'atLeast',
  'atMost',
  'on',
  'from',
  'to',
  'yes',
  'no',
  'chosen',
  'filled',
  'empty',
] as const
export type FieldOperator = (typeof fieldOperators)[number]

/** Comparison operators that filters offer for each kind of custom field. */
export const operatorsOfKind: Record<FieldKind, readonly FieldOperator[]> = {
  text: ['contains', 'filled', 'empty'],
  long_text: ['contains', 'filled', 'empty'],
  number: ['equals', 'atLeast', 'atMost', 'filled', 'empty'],
  date: ['on', 'from', 'to', 'filled', 'empty'],
  boolean: ['yes', 'no', 'empty'],
  choice: ['chosen', 'filled', 'empty'],
  choices: ['chosen', 'filled', 'empty'],
}

/** Operators that compare a member's value of a custom field with the value that the user typed in the filter. */
export const comparingOperators: readonly FieldOperator[] = fieldOperators.filter(
  operator => !['yes', 'no', 'filled', 'empty'].includes(operator),
)

/** Filter condition on a custom field, such as "at least 3", which is compared with each member's field value. */
export interface FieldCondition {
  fieldId: number
  operator: FieldOperator
  /** Value to compare with, as text: a search text, a number, a day such as 2026-11-15, or a choice id. */
  value?: string
}

export const isChoiceKind = (kind: FieldKind): boolean => kind === 'choice' || kind === 'choices'

/**
 * Whether the right to see or edit a custom field, which `audience` states, includes the member whom the value is
 * about.
 */
export const includesMember = (audience: FieldAudience): boolean => audience !== 'managers'
/** Whether the audience of a custom field (who may see or edit it) includes the managers of a member. */
export const includesManagers = (audience: FieldAudience): boolean => audience !== 'member'
