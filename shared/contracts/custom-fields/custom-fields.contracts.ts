import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { noBody } from '#shared/fields/responses.ts'
import {
  customField,
  fieldBody,
  fieldChangeBody,
  fieldColumnsQuery,
  fieldOrderBody,
  fieldParams,
  fieldScopeQuery,
  fieldValuesBody,
  managedFields,
  memberParams,
  personFieldList,
} from './custom-fields.schemas.ts'

/** Lists the custom fields of headquarters, a country or a club, for the managers who define the fields. */
export const listManagedFields = defineContract({
  access: 'fields.manage',
  query: fieldScopeQuery,
  answer: managedFields,
})

export const createField = defineContract({
  access: 'fields.manage',
  body: fieldBody,
  answer: z.object({ id }),
  status: 201,
})

export const updateField = defineContract({
  access: 'fields.manage',
  params: fieldParams,
  body: fieldChangeBody,
  answer: 'nothing',
})

export const orderFields = defineContract({
  access: 'fields.manage',
  body: fieldOrderBody,
  answer: 'nothing',
})

/** Removes a custom field. The field's values are kept for 30 days, during which the field can be restored. */
export const removeField = defineContract({
  access: 'fields.manage',
  params: fieldParams,
  answer: 'nothing',
})

export const restoreField = defineContract({
  access: 'fields.manage',
  params: fieldParams,
  body: noBody,
  answer: 'nothing',
})

/**
 * Lists the custom fields whose values the caller may see in a member list filtered by country or club, or the removed
 * fields among them.
 */
export const listFieldColumns = defineContract({
  access: 'fields.manage',
  query: fieldColumnsQuery,
  answer: z.array(customField),
})

/** Lists the custom fields that applicants to a country and club fill in. */
export const listRegistrationFields = defineContract({
  access: 'public',
  query: fieldScopeQuery,
  answer: z.array(customField),
})

/**
 * Lists the caller's custom fields: fields to fill in, and stored values of clubs and countries that the caller has
 * left.
 */
export const readOwnFields = defineContract({ access: 'signed-in', answer: personFieldList })

export const updateOwnFields = defineContract({
  access: 'signed-in',
  body: fieldValuesBody,
  answer: 'nothing',
})

export const readMemberFields = defineContract({
  access: 'fields.manage',
  params: memberParams,
  answer: personFieldList,
})

export const updateMemberFields = defineContract({
  access: 'fields.fill',
  params: memberParams,
  body: fieldValuesBody,
  answer: 'nothing',
})
