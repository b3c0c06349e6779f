// Reads the cell of a custom field in an uploaded member list.
import { runInLanguage } from '#server/language.ts'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import {
  buildCustomFieldValueSchema,
  type FieldValue,
} from '#shared/contracts/custom-fields/field-values.schemas.ts'
import { parseNumber } from '#shared/fields/parse-number.ts'
import { languages } from '#shared/language/languages.ts'
import { parseSpreadsheetDay } from '#shared/time/parse-spreadsheet-date.ts'
import { fieldValueText } from '#texts/field-values.ts'
import { normalizeColumnHeader } from './match-import-columns.ts'

type ImportedField = Pick<CustomField, 'kind' | 'choices'>

const yesWords = ['yes', 'y', 'true', 'benar', 'betul', '1', '✓', '✔', '√', '☑']
const noWords = ['tak', 'no', 'n', 'false', 'salah', 'bukan', '0', '✗', '✘', '☐']

/** Parses yes or no: the words of our exports in every language, and common marks such as x. */
function readAnswer(cell: string): boolean | undefined {
  const word = cell.normalize('NFKC').toLowerCase()
  const listLabels = (key: 'yes' | 'no') =>
    languages.map(language => runInLanguage(language, () => fieldValueText[key].toLowerCase()))
  if ([...yesWords, ...listLabels('yes')].includes(word)) return true
  return [...noWords, ...listLabels('no')].includes(word) ? false : undefined
}

/** Finds the choice whose label is the cell text, or else the only choice with the same letters and digits. */
function findChoice({ choices }: ImportedField, text: string): string | undefined {
  const open = choices.filter(({ isRetired }) => !isRetired)
  const name = text.trim().toLowerCase()
  const exact = open.find(({ label }) => label.trim().toLowerCase() === name)
  if (exact) return exact.id
  const normalized = normalizeColumnHeader(text)
  const [similar, other] = open.filter(
    ({ label }) => normalized !== '' && normalizeColumnHeader(label) === normalized,
  )
  return other ? undefined : similar?.id
}

/** Parses several choices, separated by semicolons as in our exports, or by commas if no label contains a comma. */
function readChoices(field: ImportedField, cell: string): string[] | undefined {
  const readPart = (part: string): (string | undefined)[] => {
    const id = findChoice(field, part)
    return id || !part.includes(',') ? [id] : part.split(',').map(text => findChoice(field, text))
  }
  const whole = findChoice(field, cell)
  if (whole) return [whole]
  const parts = cell.split(';').filter(part => part.trim() !== '')
  const ids = parts.flatMap(readPart)
  return ids.some(id => id === undefined) ? undefined : [...new Set(ids as string[])]
}

function readValue(field: ImportedField, cell: string): unknown {
  switch (field.kind) {
    case 'number':
      return parseNumber(cell)
    case 'date':
      return parseSpreadsheetDay(cell)
    case 'boolean':
      return readAnswer(cell)
    case 'choice':
      return findChoice(field, cell)
    case 'choices':
      return readChoices(field, cell)
    default:
      return cell
  }
}

/** Parses the cell of a custom field; undefined when the cell has no valid value for the kind of the field. */
export function parseCustomFieldCell(
  field: ImportedField,
  cell: string,
): NonNullable<FieldValue> | undefined {
  const value = readValue(field, cell)
  if (value === undefined) return undefined
  const parsed = buildCustomFieldValueSchema(field).safeParse(value)
  return parsed.success ? ((parsed.data as FieldValue) ?? undefined) : undefined
}
