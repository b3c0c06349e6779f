import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Box, Button, Checkbox, Skeleton, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type {
  ImportCell,
  ImportCustomField,
  ImportDetail,
  ImportReason,
  ImportRowCells,
} from '#shared/contracts/imports/imports.schemas.ts'
import { formatImportProblem, getImportFieldLabel } from '#shared/format-import-problem.ts'
import { importText as text } from '#texts/imports.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { FormDialogContent, FormDialogFrame } from '#web/ui/form/FormDialog.tsx'
import { ImportCellSuggestions } from './ImportCellSuggestions.tsx'
import { useCorrectImportRow, useImportRowCells } from './imports.api.ts'

interface Edit {
  value: string
  isForAlike: boolean
}

function describeOriginal({ original, header, isMasked, value }: ImportCell): string {
  if (original !== null) return original === '' ? text.originalEmpty : text.original({ value: original })
  return isMasked ? text.masked({ value }) : text.inFile({ header })
}

/**
 * Splits the remarks about a cell of an import row into a note about an automatic repair and the remaining problems.
 */
function describeReasons(
  reasons: ImportReason[],
  fields: ImportCustomField[],
): { note: string; problems: string } {
  const isNote = ({ code }: ImportReason) => code === 'ic_zero_restored'
  const join = (some: ImportReason[]) => some.map(reason => formatImportProblem(reason, fields)).join(', ')
  return { note: join(reasons.filter(isNote)), problems: join(reasons.filter(reason => !isNote(reason))) }
}

/** Input for one cell of an import row, with the problems of its value and a note on automatic repairs. */
function CellField({
  cell,
  fields,
  edit,
  onEdit,
}: {
  cell: ImportCell
  fields: ImportCustomField[]
  edit?: Edit
  onEdit: (edit: Edit | undefined) => void
}) {
  const { column, key, value, original, isMasked, alike, reasons } = cell
  const listId = `import-cell-${column}`
  const isForAlike = edit?.isForAlike ?? false
  const { note, problems } = describeReasons(reasons, fields)
  return (
    <Box>
      <ImportCellSuggestions id={listId} target={key} fields={fields} />
      <TextInput
        label={getImportFieldLabel(key, fields)}
        description={[note, describeOriginal(cell)].filter(Boolean).join('. ')}
        // When the field has an error, its description stays visible, because it names the original value.
        descriptionProps={{ 'data-kept': true }}
        error={(!edit && problems) || undefined}
        list={listId}
        maxLength={500}
        autoComplete="off"
        placeholder={isMasked ? value : undefined}
        value={edit?.value ?? (isMasked ? '' : value)}
        onChange={event => {
          const typed = event.currentTarget.value
          onEdit(typed === (isMasked ? '' : value) ? undefined : { value: typed, isForAlike })
        }}
      />
      {original !== null && !isMasked && !original.includes('•') && edit === undefined && (
        <Button variant="subtle" px={0} onClick={() => onEdit({ value: original, isForAlike })}>
          {text.restore}
        </Button>
      )}
      {edit && alike > 0 && (
        <Checkbox
          mt={8}
          label={value === '' ? text.alikeEmpty({ count: alike }) : text.alike({ count: alike, value })}
          checked={isForAlike}
          onChange={event => onEdit({ ...edit, isForAlike: event.currentTarget.checked })}
        />
      )}
    </Box>
  )
}

function CorrectionForm({
  detail: { id, fields },
  row,
  onClose,
}: {
  detail: ImportDetail
  row: ImportRowCells
  onClose: () => void
}) {
  // A correction refers to the import row as it was when the dialog opened, even if the row has changed since.
  const [{ version, cells: unsortedCells }] = useState(row)
  // Cells with a problem come first, so that a phone shows them without scrolling.
  const hasProblem = (cell: ImportCell) => describeReasons(cell.reasons, fields).problems !== ''
  const cells = [...unsortedCells].sort((one, other) => Number(hasProblem(other)) - Number(hasProblem(one)))
  const [edits, setEdits] = useState<Record<number, Edit>>({})
  const correct = useCorrectImportRow(id, row.line)
  const setEdit = (column: number, edit: Edit | undefined) =>
    setEdits(({ [column]: _previous, ...others }) => (edit ? { ...others, [column]: edit } : others))
  const changed = Object.entries(edits).map(([column, edit]) => ({ column: Number(column), ...edit }))
  const [isSubmitted, setSubmitted] = useState(false)
  const isUnchanged = changed.length === 0
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isUnchanged) return correct.mutate({ version, cells: changed }, { onSuccess: onClose })
    flushSync(() => setSubmitted(true))
    const form = event.currentTarget
    const field = form.querySelector<HTMLElement>('[aria-invalid=true]') ?? form.querySelector('input')
    field?.focus()
  }
  return (
    <FormDialogContent
      template="repeat(2, minmax(0, 1fr))"
      onSubmit={submit}
      note={isSubmitted && isUnchanged && text.nothingCorrected}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" loading={correct.isPending}>
            {text.saveCorrection}
          </Button>
        </>
      }
    >
      {cells.length === 0 && <Text>{text.noCells}</Text>}
      {cells.map(cell => (
        <CellField
          key={cell.column}
          cell={cell}
          fields={fields}
          edit={edits[cell.column]}
          onEdit={edit => setEdit(cell.column, edit)}
        />
      ))}
    </FormDialogContent>
  )
}

/** Dialog to correct the cells of one import row or, at the same time, of all rows with the same value. */
export function CorrectRowDialog({
  detail,
  line,
  onClose,
}: {
  detail: ImportDetail
  line: number
  onClose: () => void
}) {
  const query = useImportRowCells(detail.id, line)
  return (
    <FormDialogFrame title={text.correctRow({ line })} size="xl" onClose={onClose}>
      {isQueryErrorShownInsteadOfData(query) && (
        <Box p="md">
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        </Box>
      )}
      {query.isPending && <Skeleton height={320} m="md" />}
      {query.data && <CorrectionForm detail={detail} row={query.data} onClose={onClose} />}
    </FormDialogFrame>
  )
}
