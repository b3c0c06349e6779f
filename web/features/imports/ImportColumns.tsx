import { Button, Card, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ImportDetail, ImportKey } from '#shared/contracts/imports.ts'
import { importKeyLabels } from '#shared/import-texts.ts'
import styles from './Imports.module.css'
import { useSetColumns } from './imports.api.ts'
import { importText as text } from './imports.text.ts'

function Choose({ detail, onClose }: { detail: ImportDetail; onClose: () => void }) {
  const [columns, setColumns] = useState(detail.columns)
  const save = useSetColumns(detail.id)
  const choose = (index: number, key: ImportKey | null) =>
    // One field stands in one column: where it stood before it is let go.
    setColumns(columns.map((before, at) => (at === index ? key : before === key ? null : before)))
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {text.columnsHelp}
      </Text>
      <div className={styles.grid}>
        {detail.headers.map((header, index) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name that is surely their own
            key={index}
            label={header || `${index + 1}`}
            data={[
              { value: '', label: text.ignored },
              ...Object.entries(importKeyLabels).map(([value, label]) => ({ value, label })),
            ]}
            value={columns[index] ?? ''}
            onChange={event => choose(index, (event.currentTarget.value || null) as ImportKey | null)}
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

/** What each column of the file is taken for, and a way to say otherwise. */
export function ImportColumns({ detail }: { detail: ImportDetail }) {
  const [isChoosing, setChoosing] = useState(false)
  const { headers, columns, status } = detail
  return (
    <Card component="section" aria-label={text.columns}>
      {isChoosing ? (
        <Choose detail={detail} onClose={() => setChoosing(false)} />
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
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name that is surely their own
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
