import { Card, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import type { PersonField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { ownFieldsText as text } from '#texts/custom-fields.ts'
import { CustomFieldValueList } from './CustomFieldValueList.tsx'
import { CustomFieldValuesForm } from './CustomFieldValuesForm.tsx'
import { useOwnCustomFieldValues, useSaveOwnCustomFieldValues } from './custom-fields.api.ts'

/** Builds a React key from the custom fields, so that a changed field definition remounts the form. */
const buildFormKey = (fields: PersonField[]) =>
  fields.map(({ id, choices }) => `${id}:${choices.length}`).join()

/** Custom fields on the profile page: filled in by the user, filled in by managers, and left over from former clubs. */
export function OwnCustomFieldsForm() {
  const { data = [] } = useOwnCustomFieldValues()
  const sending = useSaveOwnCustomFieldValues()
  const hasFields = data.length > 0
  useEffect(() => {
    /**
     * A dashboard link opens this section by its URL hash. The browser cannot scroll there until the fields have
     * loaded.
     */
    if (hasFields && window.location.hash === '#custom-fields')
      document.getElementById('custom-fields')?.scrollIntoView({ block: 'start' })
  }, [hasFields])
  if (!hasFields) return null
  const editable = data.filter(field => field.isEditable)
  const left = data.filter(field => field.erasedFrom !== null)
  const readOnly = data.filter(field => !field.isEditable && field.erasedFrom === null)
  return (
    <Card component="section" aria-labelledby="custom-fields" padding="lg">
      <Title order={2} size="h4" id="custom-fields" style={{ scrollMarginTop: 76 }}>
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {text.intro}
      </Text>
      <Stack>
        {editable.length > 0 && (
          <CustomFieldValuesForm
            key={buildFormKey(editable)}
            fields={editable}
            sending={sending}
            isRequiredChecked
            saveLabel={text.save}
          />
        )}
        {readOnly.length > 0 && <CustomFieldValueList fields={readOnly} />}
        {left.length > 0 && (
          <section aria-label={text.leftTitle}>
            <Title order={3} size="h5" mb="xs">
              {text.leftTitle}
            </Title>
            <CustomFieldValueList fields={left} />
          </section>
        )}
      </Stack>
    </Card>
  )
}
