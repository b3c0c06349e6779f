// Functions that add, change and remove the choices of a custom field in its form.
import { maxChoices } from '#shared/contracts/custom-fields/field-kinds.ts'
import type { FieldErrors } from '#web/lib/form/forms.ts'

/**
 * Choice of a custom field in the editor. `key` identifies the row. `id`, by which values refer to it, exists once
 * stored.
 */
export interface EditedChoice {
  key: string
  id?: string
  label: string
  isRetired: boolean
}

export const createChoice = (): EditedChoice => ({ key: crypto.randomUUID(), label: '', isRetired: false })

/**
 * Returns the choices after Enter was pressed in the choice at `index`, and the key of the choice to focus. Reuses the
 * next choice if it is blank. Returns no key when the list is full.
 */
export function addOrFocusNextChoice(
  choices: EditedChoice[],
  index: number,
): { choices: EditedChoice[]; focusedKey?: string } {
  const next = choices[index + 1]
  if (next && isBlank(next)) return { choices, focusedKey: next.key }
  if (choices.length >= maxChoices) return { choices, focusedKey: next?.key }
  const added = createChoice()
  return { choices: choices.toSpliced(index + 1, 0, added), focusedKey: added.key }
}

const isBlank = ({ id, label }: EditedChoice) => id === undefined && label.trim() === ''

/**
 * Returns the choices to save without blank new ones, and a function that maps error messages about the saved choices to
 * the inputs of the form. A stored choice whose text was deleted is kept, so that validation asks for its text.
 */
export function prepareCustomFieldChoicesForSaving(choices: EditedChoice[]) {
  const indices = choices.flatMap((choice, index) => (isBlank(choice) ? [] : [index]))
  return {
    saved: choices
      .filter(choice => !isBlank(choice))
      .map(({ key: _key, ...choice }) => ({ ...choice, label: choice.label.trim() })),
    mapErrorsToInputs: (errors: FieldErrors): FieldErrors =>
      Object.fromEntries(
        Object.entries(errors).map(([name, message]) => [
          name.replace(/^choices\.(\d+)\./, (_, index) => `choices.${indices[Number(index)]}.`),
          message,
        ]),
      ),
  }
}
