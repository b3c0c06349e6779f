import { describe, expect, it } from 'vitest'
import type { ManagedField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { addStoredChoices, listChangedProperties } from './field-conflicts.ts'

const [small, large] = [
  { id: 'kecil00000', label: 'Kecil', isRetired: false },
  { id: 'besar00000', label: 'Besar', isRetired: false },
]
const field: ManagedField = {
  ...{ id: 1, kind: 'choice', label: 'Saiz baju', help: '', section: '', isRequired: false },
  ...{ visibleTo: 'both', editableBy: 'both', choices: [small], removedAt: null, valueCount: 0 },
  version: '2026-01-01T00:00:00.000Z',
}

describe('addStoredChoices', () => {
  it('addStoredChoices keeps what was typed and appends the choices that another manager added', () => {
    const edited = [
      { ...small, key: small.id, label: 'S' },
      { key: 'baharu', label: 'XL', isRetired: false },
    ]
    expect(addStoredChoices(edited, [small, large])).toEqual([...edited, { ...large, key: large.id }])
  })
})

describe('listChangedProperties', () => {
  it('listChangedProperties names each changed property with its stored value', () => {
    const stored = {
      ...field,
      label: 'Saiz jaket',
      isRequired: true,
      choices: [{ ...small, isRetired: true }],
    }
    expect(listChangedProperties(field, stored)).toEqual([
      'Nama medan: Saiz jaket',
      'Pilihan: Kecil (ditamatkan)',
      'Wajib diisi: Ya',
    ])
    expect(listChangedProperties(field, field)).toEqual([])
  })
})
