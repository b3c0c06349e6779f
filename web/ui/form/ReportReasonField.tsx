import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Radio } from '@mantine/core'
import { type ReportReason, reportReasons } from '#shared/constants.ts'
import { reportReasonLabels } from '#texts/labels.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'

/** Radio group of reasons for reporting or hiding a message. */
export function ReportReasonField({
  label,
  value,
  onChange,
}: {
  label: string
  value: ReportReason | undefined
  onChange: (reason: ReportReason) => void
}) {
  return (
    <Radio.Group label={label} value={value ?? ''} onChange={chosen => onChange(chosen as ReportReason)}>
      <Columns template="1fr 1fr">
        {reportReasons.map(reason => (
          <Radio
            key={reason}
            value={reason}
            label={reportReasonLabels[reason]}
            styles={{ body: { alignItems: 'center' }, label: { paddingBlock: 12 } }}
          />
        ))}
      </Columns>
    </Radio.Group>
  )
}
