import { Button, Card, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ImportDetail, ImportField } from '#shared/contracts/imports/imports.schemas.ts'
import { importKeyLabels } from '#shared/import-texts.ts'
import styles from './Imports.module.css'
import { useSetImportColumns } from './imports.api.ts'
import { importText as text } from './imports.text.ts'

function ColumnMappingForm({ detail, onClose }: { detail: ImportDetail; onClose: () => void }) {
  const [columns, setColumns] = useState(detail.columns)
  const save = useSetImportColumns(detail.id)
  const assignField = (index: number, key: ImportField | null) =>
    // Each person field maps to one file column only, so the field's previous column is cleared.
    setColumns(
      columns.map((assigned, position) => (position === index ? key : assigned === key ? null : assigned)),
    )
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {text.columnsHelp}
      </Text>
      <div className={styles.grid}>
        {detail.headers.map((header, index) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: column headers need not be unique
            key={index}
            label={header || `${index + 1}`}
            data={[
              { value: '', label: text.ignored },
              ...Object.entries(importKeyLabels).map(([value, label]) => ({ value, label })),
            ]}
            value={columns[index] ?? ''}
            onChange={event => assignField(index, (event.currentTarget.value || null) as ImportField | null)}
          />
        ))}
      </div>
      <Group>
        <Button loading={save.isPending} onClick={() => save.mutate(columns, { onSuccess: onClose })}>
          {text.save}
        </Button>
        <Button variant="default" onClick={onClose}>
          {text.cancel}
        </Button>
      </Group>
    </Stack>
  )
}

/** Mapping from the columns of the imported file to person fields, editable in the status 'ready'. */
export function ImportColumns({ detail }: { detail: ImportDetail }) {
  const [isChoosing, setChoosing] = useState(false)
  const { headers, columns, status } = detail
  return (
    <Card component="section" aria-label={text.columns}>
      {isChoosing ? (
        <ColumnMappingForm detail={detail} onClose={() => setChoosing(false)} />
      ) : (
        <div className={styles.matched}>
          <div>
            <Text fw={700} size="sm">
              {text.columns}
            </Text>
            <Text size="sm" c="dimmed">
              {text.columnsOf(columns.filter(key => key !== null).length, headers.length)}
            </Text>
          </div>
          <ul className={styles.chips}>
            {headers.map((header, index) => {
              const key = columns[index]
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: column headers need not be unique
                <li key={index} className={styles.chip} data-ignored={key ? undefined : true}>
                  {header || index + 1} → {key ? <b>{importKeyLabels[key]}</b> : text.ignored}
                </li>
              )
            })}
          </ul>
          {status === 'ready' && (
            <Button variant="default" onClick={() => setChoosing(true)}>
              {text.change}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
