import { Card, Text, Title } from '@mantine/core'
import type { InheritedField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { customFieldsText as text } from '#texts/custom-fields.ts'
import { fieldValueText } from '#texts/field-values.ts'
import { CustomFieldDefinitionSummary, CustomFieldListItem } from './SortableCustomFieldList.tsx'

const getOwnerName = ({ country }: InheritedField) =>
  country ? getCountryName(country) : fieldValueText.headquarters

/**
 * Lists custom fields of headquarters and of the country, which also apply to the club. Only their owners edit them.
 */
export function InheritedCustomFieldList({ fields }: { fields: InheritedField[] }) {
  if (fields.length === 0) return null
  return (
    <section aria-labelledby="inherited-fields">
      <Title order={2} size="h4" mt="xl" mb={4} id="inherited-fields">
        {text.inheritedTitle}
      </Title>
      <Text size="sm" c="dimmed" mb="sm" maw="66ch">
        {text.inheritedHint}
      </Text>
      <Card component="ul" padding={0} aria-labelledby="inherited-fields">
        {fields.map((field, index) => (
          <CustomFieldListItem key={field.id} isFirst={index === 0}>
            <CustomFieldDefinitionSummary field={field} badge={getOwnerName(field)} />
          </CustomFieldListItem>
        ))}
      </Card>
    </section>
  )
}
