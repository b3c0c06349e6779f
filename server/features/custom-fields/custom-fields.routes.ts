import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import * as endpoints from '#shared/contracts/custom-fields/custom-fields.endpoints.ts'
import type { FieldScopeQuery } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { listCustomFieldColumns } from './custom-field-columns.queries.ts'
import {
  createField,
  listManagedFields,
  removeField,
  reorderFields,
  restoreField,
  updateField,
} from './manage-fields.service.ts'
import {
  listRegistrationFields,
  readCustomFieldsOfMember,
  readOwnFields,
  updateCustomFieldsOfMember,
  updateOwnFields,
} from './person-fields.service.ts'

const readScope = ({ country, clubId }: FieldScopeQuery) => ({
  country: country ?? null,
  clubId: clubId ?? null,
})

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listManagedFields, ({ context, query }) => listManagedFields(context, readScope(query)))
  implement(endpoints.createField, async ({ context, body }) => ({ id: await createField(context, body) }))
  implement(endpoints.updateField, ({ context, params, body }) => updateField(context, params.id, body))
  implement(endpoints.orderFields, ({ context, body }) => reorderFields(context, body))
  implement(endpoints.removeField, ({ context, params }) => removeField(context, params.id))
  implement(endpoints.restoreField, ({ context, params }) => restoreField(context, params.id))
  implement(endpoints.listFieldColumns, ({ context, query }) => listCustomFieldColumns(context, query))
  implement(endpoints.listRegistrationFields, ({ context, query }) => listRegistrationFields(context, query))
  implement(endpoints.readOwnFields, ({ context }) => readOwnFields(context))
  implement(endpoints.updateOwnFields, ({ context, body }) => updateOwnFields(context, body))
  implement(endpoints.readMemberFields, ({ context, params }) => readCustomFieldsOfMember(context, params.id))
  implement(endpoints.updateMemberFields, ({ context, params, body }) =>
    updateCustomFieldsOfMember(context, params.id, body),
  )
}
