import { Box, Radio, Text, Title } from '@mantine/core'
import type { MergedField, MergePreview } from '#shared/contracts/merging/merging.schemas.ts'
import { formatMaskedIdentityNumber } from '#shared/ic-number.ts'
import { educationLevelLabels } from '#texts/labels.ts'
import { mergeText as text } from '#texts/merging.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { getFieldLabelForAccountMerge } from './get-field-label-for-account-merge.ts'
import styles from './Merging.module.css'

type Row = MergePreview['fields'][number]

/** Preselects the fields that only the account to be removed has filled in, so the merge loses no value. */
export function preselectFieldsFromRemovedAccount(fields: Row[]): Set<MergedField> {
  return new Set(fields.filter(({ kept, gone }) => kept === null && gone !== null).map(({ field }) => field))
}

function MergeFieldValue({ field, value, name }: { field: MergedField; value: string | null; name: string }) {
  if (value === null)
    return (
      <Box component="span" c="dimmed">
        {text.empty}
      </Box>
    )
  if (field === 'photograph') {
    return (
      <img className={styles.photograph} src={value} alt={text.photograph({ name })} width={48} height={48} />
    )
  }
  if (field === 'educationLevel') return educationLevelLabels[value as keyof typeof educationLevelLabels]
  return field === 'icNumber' ? formatMaskedIdentityNumber(value) : value
}

/** Choice between the values of two merged accounts for every differing field. Equal values are kept. */
export function MergedFieldChoices({
  preview: { fields, ...accounts },
  take,
  onTake,
}: {
  preview: MergePreview
  take: Set<MergedField>
  onTake: (field: MergedField, isTaken: boolean) => void
}) {
  const isPhone = useIsPhone()
  const differingFields = fields.filter(row => row.kept !== row.gone)
  return (
    <Box component="section" pt={16} style={{ borderTop: '1px solid var(--line)' }} aria-label={text.fields}>
      <Title order={3} size="h4">
        {text.fields}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text.fieldsHelp}
      </Text>
      {differingFields.map(({ field, ...values }) => (
        <Radio.Group
          key={field}
          py={{ base: 16, sm: 14 }}
          style={{ borderBottom: '1px solid var(--line)' }}
          label={getFieldLabelForAccountMerge(field)}
          value={take.has(field) ? 'gone' : 'kept'}
          onChange={value => onTake(field, value === 'gone')}
        >
          <Columns template={{ base: '1fr', sm: '1fr 1fr' }} gap="0 24px">
            {(['kept', 'gone'] as const).map(side => (
              <Radio
                key={side}
                value={side}
                className={styles.choice}
                mih={{ base: 44, sm: 30 }}
                // On phones, the values of two accounts share one column, so each value names its account.
                description={isPhone ? accounts[side].email : undefined}
                label={<MergeFieldValue field={field} value={values[side]} name={accounts[side].fullName} />}
              />
            ))}
          </Columns>
        </Radio.Group>
      ))}
    </Box>
  )
}
