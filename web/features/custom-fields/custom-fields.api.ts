import { useMutation, useQuery } from '@tanstack/react-query'
import * as endpoints from '#shared/contracts/custom-fields/custom-fields.endpoints.ts'
import type { FieldValues } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { memberFieldsText, ownFieldsText, customFieldsText as text } from '#texts/custom-fields.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'

/** Whose custom fields are being edited: those of a club, of a country, or of headquarters if both are null. */
export interface EditedScope {
  country: Country | null
  clubId: number | null
}

export function useManagedCustomFields({ country, clubId }: EditedScope) {
  const query = { country: country ?? undefined, clubId: clubId ?? undefined }
  return useQuery(buildQueryOptions(endpoints.listManagedFields, { query }))
}

export function useCreateCustomField() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof endpoints.createField>) => callEndpoint(endpoints.createField, { body }),
    meta: { success: text.created, failure: text.failed },
  })
}

export function useUpdateCustomField(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof endpoints.updateField>) =>
      callEndpoint(endpoints.updateField, { params: { id }, body }),
    meta: { success: text.saved, failure: text.failed },
  })
}

export function useReorderCustomFields() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof endpoints.orderFields>) => callEndpoint(endpoints.orderFields, { body }),
    meta: { failure: text.orderFailed },
  })
}

export function useRemoveCustomField() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(endpoints.removeField, { params: { id } }),
    meta: { success: text.removed, failure: text.removeFailed },
  })
}

export function useRestoreCustomField() {
  return useMutation({
    mutationFn: (id: number) => callEndpoint(endpoints.restoreField, { params: { id } }),
    meta: { success: text.restored, failure: text.restoreFailed },
  })
}

export function useOwnCustomFieldValues() {
  return useQuery(buildQueryOptions(endpoints.readOwnFields))
}

export function useSaveOwnCustomFieldValues() {
  return useMutation({
    mutationFn: (body: { values: FieldValues }) => callEndpoint(endpoints.updateOwnFields, { body }),
    meta: { success: ownFieldsText.saved, failure: ownFieldsText.failed },
  })
}

export function useCustomFieldValuesOfMember(id: number) {
  return useQuery(buildQueryOptions(endpoints.readMemberFields, { params: { id } }))
}

export function useSaveCustomFieldsOfMember(id: number) {
  return useMutation({
    mutationFn: (body: { values: FieldValues }) =>
      callEndpoint(endpoints.updateMemberFields, { params: { id }, body }),
    meta: { success: memberFieldsText.saved, failure: memberFieldsText.failed },
  })
}
