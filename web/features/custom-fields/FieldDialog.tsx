import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  fieldBody,
  fieldChangeBody,
  type ManagedField,
} from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import {
  type FieldAudience,
  type FieldKind,
  fieldAudiences,
  fieldKinds,
  includesMember,
  isChoiceKind,
} from '#shared/contracts/custom-fields/field-kinds.ts'
import { fieldAudienceLabels, fieldKindLabels, fieldDialogText as text } from '#texts/custom-fields.ts'
import { readFormValues } from '#web/lib/form/forms.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { ApiError } from '#web/lib/http/api.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { CustomFieldChoicesEditor } from './CustomFieldChoicesEditor.tsx'
import {
  type EditedScope,
  useCreateCustomField,
  useManagedCustomFields,
  useUpdateCustomField,
} from './custom-fields.api.ts'
import { createChoice, type EditedChoice, prepareCustomFieldChoicesForSaving } from './edited-choices.ts'
import { FieldConflictNotice } from './FieldConflictNotice.tsx'
import { addChoicesStoredByOtherManagers, toEditedChoice } from './field-conflicts.ts'

const listAudienceOptions = (audiences: readonly FieldAudience[]) =>
  audiences.map(value => ({ value, label: fieldAudienceLabels[value] }))

/** Lists the audiences to which a custom field can be shown. Each includes the editors of the field. */
function listReaders(editors: FieldAudience, isPrivate: boolean): FieldAudience[] {
  if (isPrivate) return ['member']
  return editors === 'both' ? ['both'] : ['both', editors]
}

/** Dialog that adds or changes a custom field. The kind of an existing field cannot be changed. */
export function FieldDialog({
  scope,
  field,
  onClose,
}: {
  scope: EditedScope
  field?: ManagedField
  onClose: () => void
}) {
  const [kind, setKind] = useState<FieldKind>(field?.kind ?? 'text')
  const [editors, setEditors] = useState<FieldAudience>(field?.editableBy ?? 'both')
  const [choices, setChoices] = useState<EditedChoice[]>(() =>
    field ? field.choices.map(toEditedChoice) : [createChoice(), createChoice()],
  )
  const [create, update] = [useCreateCustomField(), useUpdateCustomField(field?.id ?? 0)]
  const sending = field ? update : create
  const { refetch } = useManagedCustomFields(scope)
  /** Custom field as another manager stored it while this form was open. The next save replaces that version. */
  const [stored, setStored] = useState<ManagedField>()
  const editedVersion = (stored ?? field)?.version
  const loadStoredVersion = async () => {
    const { data } = await refetch()
    const next = data?.fields.find(({ id }) => id === field?.id)
    if (!next || next.version === editedVersion) return
    setStored(next)
    setChoices(edited => addChoicesStoredByOtherManagers(edited, next.choices))
  }
  /** Whether the server warned that another custom field has the typed label. Saving again confirms the label. */
  const [isSameLabelWarned, setSameLabelWarned] = useState(false)
  const isPrivate = field?.visibleTo === 'member'
  const { form, errors, submit } = useValidatedForm<unknown, never>({
    schema: field ? fieldChangeBody : fieldBody,
    sending: sending as never,
    read: element => {
      const { label, help, section, isRequired, visibleTo } = readFormValues(element)
      const { saved, mapErrorsToInputs } = prepareCustomFieldChoicesForSaving(
        isChoiceKind(kind) ? choices : [],
      )
      return {
        values: {
          ...(field ? { editedVersion } : { ...scope, kind }),
          ...{ label, help, section, visibleTo, editableBy: editors, choices: saved },
          isRequired: isRequired === 'on',
          ...(isSameLabelWarned && { isSameLabelConfirmed: true }),
        },
        toForm: mapErrorsToInputs,
      }
    },
    onSuccess: onClose,
    onFailure: error => {
      setSameLabelWarned(error instanceof ApiError && error.code === 'field_label_elsewhere')
      if (field) void loadStoredVersion()
    },
  })
  return (
    <FormDialog
      size="lg"
      title={field ? text.editTitle : text.addTitle}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" disabled={sending.isPending}>
            {sending.isPending ? text.saving : isSameLabelWarned ? text.saveAnyway : text.save}
          </Button>
        </>
      }
    >
      <TextInput
        name="label"
        label={text.label}
        description={text.labelHelp}
        withAsterisk
        data-autofocus
        maxLength={80}
        defaultValue={field?.label}
        error={errors.label}
        onChange={() => setSameLabelWarned(false)}
      />
      <NativeSelect
        label={text.kind}
        description={field && text.kindFixed}
        disabled={field !== undefined}
        data={fieldKinds.map(value => ({ value, label: fieldKindLabels[value] }))}
        value={kind}
        onChange={event => setKind(event.currentTarget.value as FieldKind)}
      />
      {isChoiceKind(kind) && (
        <CustomFieldChoicesEditor choices={choices} errors={errors} onChange={setChoices} />
      )}
      <Textarea
        name="help"
        label={text.help}
        description={text.helpHelp}
        autosize
        maxRows={4}
        maxLength={300}
        defaultValue={field?.help}
        error={errors.help}
      />
      <TextInput
        name="section"
        label={text.section}
        description={text.sectionHelp}
        maxLength={60}
        defaultValue={field?.section}
        error={errors.section}
      />
      <NativeSelect
        label={text.editableBy}
        data={listAudienceOptions(isPrivate ? ['member'] : fieldAudiences.toReversed())}
        value={editors}
        error={errors.editableBy}
        onChange={event => setEditors(event.currentTarget.value as FieldAudience)}
      />
      <NativeSelect
        // The options for who sees a custom field depend on its editors, so new editors remount the select.
        key={editors}
        name="visibleTo"
        label={text.visibleTo}
        description={text.visibleToHelp}
        data={listAudienceOptions(listReaders(editors, isPrivate))}
        defaultValue={field?.editableBy === editors ? field.visibleTo : 'both'}
        error={errors.visibleTo}
      />
      {includesMember(editors) && (
        <Checkbox
          name="isRequired"
          py={10}
          label={text.isRequired}
          description={text.isRequiredHelp}
          defaultChecked={field?.isRequired}
          error={errors.isRequired}
        />
      )}
      {field && stored ? (
        <FieldConflictNotice field={field} stored={stored} onRestored={loadStoredVersion} />
      ) : (
        !isSameLabelWarned && <FailureMessage error={sending.error} otherwise={text.save} />
      )}
    </FormDialog>
  )
}
