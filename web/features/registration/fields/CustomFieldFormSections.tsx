import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { customFieldsText } from '#texts/custom-fields.ts'
import { groupCustomFieldsBySection } from '#web/lib/form/custom-field-values.ts'
import type { FieldErrors } from '#web/lib/form/forms.ts'
import { CustomFieldInputs } from '#web/ui/form/CustomFieldInputs.tsx'
import { FormSection } from './FormSection.tsx'

/** Custom fields of the chosen country and club, with one section of the registration form per heading. */
export function CustomFieldFormSections({ fields, errors }: { fields: CustomField[]; errors: FieldErrors }) {
  return groupCustomFieldsBySection(fields).map(([section, group]) => (
    <FormSection key={section} title={section || customFieldsText.noSection}>
      <CustomFieldInputs fields={group} errors={errors} prefix="customFields" />
    </FormSection>
  ))
}
