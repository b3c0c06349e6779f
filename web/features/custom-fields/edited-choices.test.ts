import { describe, expect, it } from 'vitest'
import { maxChoices } from '#shared/contracts/custom-fields/field-kinds.ts'
import { addOrFocusNextChoice, createChoice, prepareCustomFieldChoicesForSaving } from './edited-choices.ts'

const buildChoice = (label: string, id?: string) => ({ ...createChoice(), label, ...(id && { id }) })

describe('addOrFocusNextChoice', () => {
  it('addOrFocusNextChoice inserts a blank choice after the choice with the cursor and focuses the new choice', () => {
    const choices = [buildChoice('Kecil'), buildChoice('Besar')]
    const { choices: next, focusedKey } = addOrFocusNextChoice(choices, 0)
    expect(next.map(({ label }) => label)).toEqual(['Kecil', '', 'Besar'])
    expect(focusedKey).toBe(next[1]?.key)
  })

  it('addOrFocusNextChoice focuses the next choice when the next choice is blank', () => {
    const choices = [buildChoice('Kecil'), buildChoice('')]
    expect(addOrFocusNextChoice(choices, 0)).toEqual({ choices, focusedKey: choices[1]?.key })
  })

  it('addOrFocusNextChoice adds no choice to a full list', () => {
    const choices = Array.from({ length: maxChoices }, (_, index) => buildChoice(String(index)))
    expect(addOrFocusNextChoice(choices, maxChoices - 1)).toEqual({ choices, focusedKey: undefined })
  })
})

describe('prepareCustomFieldChoicesForSaving', () => {
  it('prepareCustomFieldChoicesForSaving leaves out blank new choices and maps each server error to the input of its choice', () => {
    const choices = [
      buildChoice(''),
      buildChoice(' Kecil '),
      buildChoice('  '),
      buildChoice('', 'besar00000'),
    ]
    const { saved, mapErrorsToInputs } = prepareCustomFieldChoicesForSaving(choices)
    expect(saved).toEqual([
      { label: 'Kecil', isRetired: false },
      { id: 'besar00000', label: '', isRetired: false },
    ])
    expect(mapErrorsToInputs({ 'choices.1.label': 'Tulis', label: 'Wajib', choices: 'Dua kali' })).toEqual({
      'choices.3.label': 'Tulis',
      label: 'Wajib',
      choices: 'Dua kali',
    })
  })
})
