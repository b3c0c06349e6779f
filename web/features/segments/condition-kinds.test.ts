import { describe, expect, it } from 'vitest'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { listSegmentConditionsOnRemovedFields } from './condition-kinds.ts'

const removed = { id: 2, label: 'Pantang', kind: 'text', choices: [] as object[] } as CustomField

describe('listSegmentConditionsOnRemovedFields', () => {
  it('listSegmentConditionsOnRemovedFields returns the numbers of the segment conditions that refer to removed fields, once all fields are loaded', () => {
    const conditions = [
      { kind: 'status', values: ['active'] },
      { kind: 'field', fieldId: 2, operator: 'filled' },
    ] as const
    const list = (choices: Parameters<typeof listSegmentConditionsOnRemovedFields>[1]) =>
      listSegmentConditionsOnRemovedFields([...conditions] as never, choices)
    expect(list({ fields: [], removedFields: [removed] })).toEqual([
      { index: 1, text: 'Syarat 2: medan “Pantang” telah dibuang.' },
    ])
    expect(list({ fields: [], removedFields: undefined })).toEqual([])
  })
})
