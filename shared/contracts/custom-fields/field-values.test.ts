import { describe, expect, it } from 'vitest'
import { runInLanguage } from '#server/language.ts'
import { setValidationMessages } from '#shared/validation.ts'
import type { FieldKind } from './field-kinds.ts'
import { buildCustomFieldsFormSchema, buildCustomFieldValueSchema } from './field-values.schemas.ts'

setValidationMessages()

const choices = [{ id: 'kecil00000', label: 'Kecil', isRetired: false }]

const readMessage = (language: 'ms' | 'en', kind: FieldKind, value: unknown) =>
  runInLanguage(language, () => {
    const schema = buildCustomFieldValueSchema({ kind, choices, label: 'Saiz baju' }, { isRequired: true })
    return schema.safeParse(value).error?.issues[0]?.message
  })

describe('buildCustomFieldValueSchema', () => {
  it.each([
    ['choice', 'tiada', 'Saiz baju: pilih satu pilihan', 'Saiz baju: choose one option'],
    ['choices', ['tiada'], 'Saiz baju: pilih daripada senarai', 'Saiz baju: choose from the list'],
    ['boolean', 'ya', 'Saiz baju: pilih ya atau tidak', 'Saiz baju: choose yes or no'],
    ['number', 'dua', 'Saiz baju: masukkan nombor', 'Saiz baju: enter a number'],
    ['date', '2026-02-30', 'Saiz baju: masukkan tarikh yang sah', 'Saiz baju: enter a valid date'],
    ['text', '  ', 'Saiz baju: wajib diisi', 'Saiz baju: required'],
    [
      'text',
      'x'.repeat(201),
      'Saiz baju: tidak boleh melebihi 200 aksara',
      'Saiz baju: enter at most 200 characters',
    ],
  ] as const)(
    'buildCustomFieldValueSchema names the field in the message about %s %j',
    (kind, value, ms, en) => {
      expect([readMessage('ms', kind, value), readMessage('en', kind, value)]).toEqual([ms, en])
    },
  )
})

describe('buildCustomFieldsFormSchema', () => {
  it('buildCustomFieldsFormSchema reports an invalid choice at the form input of its custom field', () => {
    const field = { id: 7, kind: 'choices', choices, label: 'Saiz baju', isRequired: false } as const
    const parsed = buildCustomFieldsFormSchema([field]).safeParse({ values: { 7: ['tiada'] } })
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([['values', '7']])
  })
})
