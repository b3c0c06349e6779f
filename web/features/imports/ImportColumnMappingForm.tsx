import { Box, Button, Card, Flex, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  buildCustomFieldTarget,
  type ImportTarget,
  importFields,
} from '#shared/contracts/imports/import-targets.ts'
import type { ImportDetail } from '#shared/contracts/imports/imports.schemas.ts'
import { getImportFieldLabel } from '#shared/format-import-problem.ts'
import { importText as text } from '#texts/imports.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import styles from './Imports.module.css'
import { useSetImportColumnMapping } from './imports.api.ts'

const HeaderRowDialog = createLazyOverlay(async () => (await import('./HeaderRowDialog.tsx')).HeaderRowDialog)

function ColumnMappingForm({ detail, onClose }: { detail: ImportDetail; onClose: () => void }) {
  const [columns, setColumns] = useState(detail.columns)
  const toOption = (value: ImportTarget) => ({ value, label: getImportFieldLabel(value, detail.fields) })
  const options = [
    { value: '', label: text.ignored },
    ...importFields.map(toOption),
    ...(detail.fields.length === 0
      ? []
      : [
          {
            group: text.customFields,
            items: detail.fields.map(({ id }) => toOption(buildCustomFieldTarget(id))),
          },
        ]),
  ]
  const save = useSetImportColumnMapping(detail.id)
  const assignField = (index: number, key: ImportTarget | null) =>
    // A field can be assigned to one import column only, so its previous column loses the assignment.
    setColumns(
      columns.map((assigned, position) => (position === index ? key : assigned === key ? null : assigned)),
    )
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {text.columnsHelp}
      </Text>
      <Columns template="repeat(auto-fill, minmax(240px, 1fr))" gap={12}>
        {detail.headers.map((header, index) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: column headers of a file need not be unique
            key={index}
            label={header || text.unnamedColumn({ number: index + 1 })}
            data={options}
            value={columns[index] ?? ''}
            onChange={event => assignField(index, (event.currentTarget.value || null) as ImportTarget | null)}
          />
        ))}
      </Columns>
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

/** Maps the columns of the imported file to person fields and custom fields. Editable while the import is 'ready'. */
export function ImportColumnMappingForm({ detail }: { detail: ImportDetail }) {
  const [isChoosing, setChoosing] = useState(false)
  const [isChoosingHeader, setChoosingHeader] = useState(false)
  const isPhone = useIsPhone()
  const { headers, columns, headerLine, isOwn, status } = detail
  const canChange = status === 'ready' && isOwn
  // Phones hide the column list if every column is matched: the column mapping form also shows all columns.
  const isFolded = isPhone && canChange && columns.every(key => key !== null)
  return (
    <Card component="section" aria-label={text.columns}>
      {isChoosing ? (
        <ColumnMappingForm detail={detail} onClose={() => setChoosing(false)} />
      ) : (
        <>
          <Group gap="8px 16px" justify="space-between">
            <div>
              <Text fw={700} size="sm">
                {text.columns}
              </Text>
              <Text size="sm" c="dimmed">
                {text.columnsOf({ matched: columns.filter(key => key !== null).length, all: headers.length })}
              </Text>
              <Text size="sm" c="dimmed">
                {text.headerRow({ line: headerLine })}
              </Text>
            </div>
            {canChange && (
              <Group gap={8} grow={isPhone} flex={isPhone ? '1 1 100%' : undefined}>
                <Button variant="default" onClick={() => setChoosingHeader(true)}>
                  {text.changeHeader}
                </Button>
                <Button variant="default" onClick={() => setChoosing(true)}>
                  {text.change}
                </Button>
              </Group>
            )}
          </Group>
          {!isFolded && (
            <Flex component="ul" wrap="wrap" gap={6} mt={12}>
              {headers.map((header, index) => {
                const key = columns[index]
                return (
                  <Box
                    // biome-ignore lint/suspicious/noArrayIndexKey: column headers of a file need not be unique
                    key={index}
                    component="li"
                    maw="100%"
                    py={3}
                    px={8}
                    fz={13}
                    style={{ overflowWrap: 'anywhere' }}
                    className={styles.chip}
                    data-ignored={key ? undefined : true}
                  >
                    {header || text.unnamedColumn({ number: index + 1 })} →{' '}
                    {key ? (
                      <Box component="b" c="var(--tint-text)">
                        {getImportFieldLabel(key, detail.fields)}
                      </Box>
                    ) : (
                      text.ignored
                    )}
                  </Box>
                )
              })}
            </Flex>
          )}
        </>
      )}
      {isChoosingHeader && <HeaderRowDialog detail={detail} onClose={() => setChoosingHeader(false)} />}
    </Card>
  )
}
