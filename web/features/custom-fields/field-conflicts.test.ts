import { describe, expect, it } from 'vitest'
import type { ManagedField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { addChoicesStoredByOtherManagers, formatChangedCustomFieldProperties } from './field-conflicts.ts'

const [small, large] = [
  { id: 'kecil00000', label: 'Kecil', isRetired: false },
  { id: 'besar00000', label: 'Besar', isRetired: false },
]
const field: ManagedField = {
  ...{ id: 1, kind: 'choice', label: 'Saiz baju', help: '', section: '', isRequired: false },
  ...{ visibleTo: 'both', editableBy: 'both', choices: [small], removedAt: null, valueCount: 0 },
  version: '2026-01-01T00:00:00.000Z',
}

describe('addChoicesStoredByOtherManagers', () => {
  it('addChoicesStoredByOtherManagers keeps what was typed and appends the choices that another manager added', () => {
    const edited = [
      { ...small, key: small.id, label: 'S' },
      { key: 'baharu', label: 'XL', isRetired: false },
    ]
    expect(addChoicesStoredByOtherManagers(edited, [small, large])).toEqual([
      ...edited,
      { ...large, key: large.id },
    ])
  })
})

describe('formatChangedCustomFieldProperties', () => {
  it('formatChangedCustomFieldProperties names each changed property with its stored value', () => {
    const stored = {
      ...field,
      label: 'Saiz jaket',
      isRequired: true,
      choices: [{ ...small, isRetired: true }],
    }
    expect(formatChangedCustomFieldProperties(field, stored)).toEqual([
      'Nama medan: Saiz jaket',
      'Pilihan: Kecil (ditamatkan)',
      'Wajib diisi: Ya',
    ])
    expect(formatChangedCustomFieldProperties(field, field)).toEqual([])
  })
})
