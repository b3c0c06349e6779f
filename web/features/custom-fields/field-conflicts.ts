// A conflict arises when another manager changes a custom field while a form for the field is open.
import type { ManagedField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { fieldAudienceLabels, fieldDialogText as text } from '#texts/custom-fields.ts'
import { fieldValueText } from '#texts/field-values.ts'
import type { EditedChoice } from './edited-choices.ts'

type StoredChoice = ManagedField['choices'][number]

export const toEditedChoice = (choice: StoredChoice): EditedChoice => ({ ...choice, key: choice.id })

/**
 * Adds the choices that another manager stored meanwhile to the edited choices, which stay as they were typed. A change
 * must contain every stored choice.
 */
export function addChoicesStoredByOtherManagers(
  edited: EditedChoice[],
  stored: StoredChoice[],
): EditedChoice[] {
  const missing = stored.filter(({ id }) => !edited.some(choice => choice.id === id))
  return [...edited, ...missing.map(toEditedChoice)]
}

const formatters: [string, (field: ManagedField) => string][] = [
  ['label', field => field.label],
  ['help', field => field.help],
  ['section', field => field.section],
  ['choices', ({ choices }) => choices.map(formatChoice).join(', ')],
  ['editableBy', field => fieldAudienceLabels[field.editableBy]],
  ['visibleTo', field => fieldAudienceLabels[field.visibleTo]],
  ['isRequired', field => (field.isRequired ? fieldValueText.yes : fieldValueText.no)],
]

const formatChoice = ({ label, isRetired }: StoredChoice) =>
  isRetired ? `${label} (${text.retired})` : label

/** Lists the properties that differ between two versions of a custom field, each with its name and stored value. */
export function formatChangedCustomFieldProperties(edited: ManagedField, stored: ManagedField): string[] {
  return formatters
    .filter(([, format]) => format(edited) !== format(stored))
    .map(
      ([name, format]) =>
        `${text.properties[name as keyof typeof text.properties]}: ${format(stored) || '–'}`,
    )
}
