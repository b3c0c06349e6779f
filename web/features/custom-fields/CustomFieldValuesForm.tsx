import { Button, Group, Stack, Title } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { PersonField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import type { FieldValues } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import { customFieldsText, memberFieldsText as text } from '#texts/custom-fields.ts'
import {
  groupCustomFieldsBySection,
  readCustomFieldValuesFromForm,
} from '#web/lib/form/custom-field-values.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { CustomFieldInputs } from '#web/ui/form/CustomFieldInputs.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'

/**
 * Form for the values of a person's custom fields, with a heading for each section. As a part of a page, it emphasizes
 * its save button only while there are changes to save.
 */
export function CustomFieldValuesForm({
  fields,
  sending,
  isRequiredChecked,
  saveLabel = text.save,
  onDone,
}: {
  fields: PersonField[]
  sending: UseMutationResult<unknown, Error, { values: FieldValues }>
  /** Whether required custom fields must be filled in. Managers may leave them for the member to fill in. */
  isRequiredChecked: boolean
  saveLabel?: string
  /** Called after the form was saved or cancelled. Without this function, the form has no cancel button. */
  onDone?: () => void
}) {
  const [isChanged, setChanged] = useState(false)
  const values: FieldValues = Object.fromEntries(fields.map(({ id, value }) => [id, value]))
  const asked = fields.map(field => ({ ...field, isRequired: field.isRequired && isRequiredChecked }))
  const { form, errors, submit } = useValidatedForm({
    schema: async () => {
      const { buildCustomFieldsFormSchema } = await import(
        '#shared/contracts/custom-fields/field-values.schemas.ts'
      )
      return buildCustomFieldsFormSchema(asked, values)
    },
    sending,
    read: element => ({ values: { values: readCustomFieldValuesFromForm(element, asked, 'values') } }),
    onSuccess: () => {
      setChanged(false)
      onDone?.()
    },
  })
  const isSaveEmphasized = isChanged || onDone !== undefined
  return (
    <form ref={form} noValidate onSubmit={submit} onInput={() => setChanged(true)}>
      <Stack>
        {groupCustomFieldsBySection(asked).map(([section, group]) => (
          <section key={section} aria-label={section || customFieldsText.noSection}>
            {section && (
              <Title order={3} size="h5" mb="xs">
                {section}
              </Title>
            )}
            <Columns template={{ sm: '1fr 1fr' }} gap="16px 20px" align="start">
              <CustomFieldInputs fields={group} values={values} errors={errors} prefix="values" />
            </Columns>
          </section>
        ))}
        <FailureMessage error={sending.error} otherwise={text.failed} />
        <Group gap="sm">
          <Button
            type="submit"
            variant={isSaveEmphasized ? 'filled' : 'default'}
            disabled={sending.isPending}
          >
            {sending.isPending ? text.saving : saveLabel}
          </Button>
          {onDone && (
            <Button variant="default" onClick={onDone}>
              {text.cancel}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
