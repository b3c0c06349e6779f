import { describe, expect, it } from 'vitest'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { listReferencesToMissingCustomFields } from './missing-fields.ts'

const buildField = (id: number, label: string) =>
  ({ id, label, kind: 'choice', choices: [{ id: 'kecil', label: 'Kecil', isRetired: true }] }) as CustomField
const known = { fields: [buildField(1, 'Saiz baju')], removedFields: [buildField(2, 'Pantang')] }

describe('listReferencesToMissingCustomFields', () => {
  it('listReferencesToMissingCustomFields names removed fields, unavailable fields and missing choices of a filter and its columns', () => {
    const where = '1.chosen.kecil~2.filled~1.chosen.besar~3.empty'
    expect(listReferencesToMissingCustomFields(where, [1, 2], known).map(({ text }) => text)).toEqual([
      'Tapisan: medan “Pantang” telah dibuang.',
      'Tapisan: satu pilihan dalam medan “Saiz baju” tidak wujud lagi.',
      'Tapisan: satu medan tidak tersedia di sini kerana telah dibuang atau milik pihak lain.',
      'Lajur: medan “Pantang” telah dibuang.',
    ])
  })

  it('listReferencesToMissingCustomFields returns each reference to a missing custom field with the other conditions or columns', () => {
    expect(listReferencesToMissingCustomFields('1.filled~2.filled', [1, 2], known)).toMatchObject([
      { kind: 'condition', remaining: [{ fieldId: 1, operator: 'filled' }] },
      { kind: 'column', remaining: [1] },
    ])
  })

  it('listReferencesToMissingCustomFields returns nothing when every field and choice exists', () => {
    expect(listReferencesToMissingCustomFields('1.chosen.kecil', [1], known)).toEqual([])
    expect(listReferencesToMissingCustomFields(undefined, [], known)).toEqual([])
  })
})
