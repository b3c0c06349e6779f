import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { noBody } from '#shared/fields/responses.ts'
import {
  customField,
  fieldBody,
  fieldChangeBody,
  fieldOrderBody,
  fieldParams,
  fieldScopeQuery,
  fieldValuesBody,
  managedFields,
  memberParams,
  personFieldList,
} from './custom-fields.schemas.ts'

/** Lists the fields that headquarters, a country or a club defined, for their managers. */
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

/** Removes a field. Its values are kept for 30 days, in which the field can be restored. */
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

/** Lists the fields whose values the caller sees in a member list that is filtered by country or club. */
export const listFieldColumns = defineContract({
  access: 'fields.manage',
  query: fieldScopeQuery,
  answer: z.array(customField),
})

/** Lists the fields that applicants of a country and club fill in. */
export const listRegistrationFields = defineContract({
  access: 'public',
  query: fieldScopeQuery,
  answer: z.array(customField),
})

/** Lists the caller's own fields: those to fill in now, and values from clubs and countries that the caller left. */
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
