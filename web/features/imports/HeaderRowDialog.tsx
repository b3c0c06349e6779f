import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Button, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ImportDetail } from '#shared/contracts/imports/imports.schemas.ts'
import { importText as text } from '#texts/imports.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { useFirstLinesOfImportedFile, useSetImportHeaderRow } from './imports.api.ts'

/** Dialog to choose the line of an imported file that holds the column names. */
export function HeaderRowDialog({ detail, onClose }: { detail: ImportDetail; onClose: () => void }) {
  const { id, headerLine } = detail
  const [version] = useState(detail.version)
  const [line, setLine] = useState(String(headerLine))
  const query = useFirstLinesOfImportedFile(id)
  const save = useSetImportHeaderRow(id)
  return (
    <FormDialog
      title={text.headerTitle}
      size="lg"
      onClose={onClose}
      onSubmit={event => {
        event.preventDefault()
        save.mutate({ line: Number(line), version }, { onSuccess: onClose })
      }}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" disabled={Number(line) === headerLine} loading={save.isPending}>
            {text.headerSave}
          </Button>
        </>
      }
    >
      <Text size="sm" c="dimmed">
        {text.headerHelp}
      </Text>
      {isQueryErrorShownInsteadOfData(query) && (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      )}
      {query.isPending && <Skeleton height={240} />}
      {query.data && (
        <Radio.Group value={line} onChange={setLine} aria-label={text.headerTitle}>
          <Stack gap="sm">
            {query.data.map(row => (
              <Radio
                key={row.line}
                value={String(row.line)}
                label={text.headerOption({ line: row.line })}
                description={row.cells.filter(Boolean).slice(0, 8).join(' · ')}
                styles={{ description: { overflowWrap: 'anywhere' } }}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  )
}
