import { ActionIcon, Box, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { socialPlatforms } from '#shared/form-choices.ts'
import { registrationText as text } from '#texts/registration.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import styles from './Fields.module.css'
import type { FieldProps } from './FormSection.tsx'

const maxRows = 12

/** Lists the row numbers of the saved social media links. Without links, the form has one empty row. */
function listInitialSocialMediaRows(initial: Record<string, string>): number[] {
  const rowNumbers = Object.keys(initial).flatMap(name => /^socialMedia\.(\d+)\.url$/.exec(name)?.[1] ?? [])
  return rowNumbers.length > 0 ? rowNumbers.map(Number) : [0]
}

export function SocialMediaFields({ initial, errors }: FieldProps) {
  const [rowNumbers, setRowNumbers] = useState(() => listInitialSocialMediaRows(initial))
  const list = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const addSocialMediaRow = () => {
    setRowNumbers([...rowNumbers, Math.max(-1, ...rowNumbers) + 1])
    // When the user has added a social media row, the keyboard focus moves to the first field of the row.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(':scope > :last-child select')?.focus(),
    )
  }
  return (
    <Box style={{ gridColumn: '1 / -1' }}>
      <div ref={list}>
        {rowNumbers.map((rowNumber, index) => (
          <Columns
            key={rowNumber}
            template={{ base: '1fr auto', sm: '140px 1fr auto' }}
            gap={8}
            align="start"
            className={styles.row}
            style={{ marginBottom: 12 }}
          >
            <NativeSelect
              name={`socialMedia.${rowNumber}.platform`}
              aria-label={`${text.platform} ${index + 1}`}
              data={[{ value: '', label: text.choose }, ...socialPlatforms]}
              defaultValue={initial[`socialMedia.${rowNumber}.platform`]}
              error={errors[`socialMedia.${rowNumber}.platform`]}
            />
            <TextInput
              name={`socialMedia.${rowNumber}.url`}
              aria-label={`${text.url} ${index + 1}`}
              placeholder={text.urlExample}
              inputMode="url"
              autoComplete="off"
              defaultValue={initial[`socialMedia.${rowNumber}.url`]}
              error={errors[`socialMedia.${rowNumber}.url`]}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`${text.removeRow} ${index + 1}`}
              onClick={() => {
                setRowNumbers(rowNumbers.filter(other => other !== rowNumber))
                addButton.current?.focus()
              }}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Columns>
        ))}
      </div>
      <Button
        ref={addButton}
        variant="default"
        size="sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={rowNumbers.length >= maxRows}
        onClick={addSocialMediaRow}
      >
        {text.addRow}
      </Button>
    </Box>
  )
}
