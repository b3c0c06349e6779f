// Kinds of custom fields, their filter operators and limits. This file has no schemas, so that browsers load it cheaply.

export const fieldKinds = ['text', 'long_text', 'number', 'date', 'boolean', 'choice', 'choices'] as const
export type FieldKind = (typeof fieldKinds)[number]

/** Who may see or edit the value of a field: the member, the managers of the member's club and country, or both. */
export const fieldAudiences = ['member', 'managers', 'both'] as const
export type FieldAudience = (typeof fieldAudiences)[number]

/** Maximum number of fields that headquarters, a country or a club defines. Removed fields do not count. */
export const maxFieldsPerScope = 50
/** Maximum number of choices of a field. Retired choices count. */
export const maxChoices = 50
/** Days for which the values of a removed field are kept, so that the field can be restored. */
export const removedFieldDays = 30
/** Days for which a value is kept after the member left the club or country that defined the field. */
export const leaverValueDays = 90

export const maxTextLength = { text: 200, long_text: 2000 } as const
/** Largest absolute value of a number field, in which a double still represents thousandths exactly. */
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

/** Operators that the filter offers for each kind of field. */
export const operatorsOfKind: Record<FieldKind, readonly FieldOperator[]> = {
  text: ['contains', 'filled', 'empty'],
  long_text: ['contains', 'filled', 'empty'],
  number: ['equals', 'atLeast', 'atMost', 'filled', 'empty'],
  date: ['on', 'from', 'to', 'filled', 'empty'],
  boolean: ['yes', 'no', 'empty'],
  choice: ['chosen', 'filled', 'empty'],
  choices: ['chosen', 'filled', 'empty'],
}

/** Operators that compare the value of the member with a value of the condition. */
export const comparingOperators: readonly FieldOperator[] = fieldOperators.filter(
  operator => !['yes', 'no', 'filled', 'empty'].includes(operator),
)

/** Condition on a custom field: the members whose value fulfils it match. */
export interface FieldCondition {
  fieldId: number
  operator: FieldOperator
  /** Compared value as text: a part of the text, a number, a day such as 2026-11-15, or the id of a choice. */
  value?: string
}

export const isChoiceKind = (kind: FieldKind): boolean => kind === 'choice' || kind === 'choices'

/** Whether an audience includes the member whom a value is about. */
export const includesMember = (audience: FieldAudience): boolean => audience !== 'managers'
/** Whether an audience includes the managers in scope. */
export const includesManagers = (audience: FieldAudience): boolean => audience !== 'member'
