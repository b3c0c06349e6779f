import { type ChangeEvent, useState } from 'react'

/**
 * State of a checkbox that is saved on every click. The clicked value is shown until saving has succeeded or failed.
 * The hook has its own state because a mutation counts as pending only after the next render.
 */
export function useAutosavedCheckbox(
  storedValue: boolean,
  save: (isOn: boolean, onSettled: () => void) => void,
) {
  const [pendingValue, setPendingValue] = useState<boolean>()
  return {
    checked: pendingValue ?? storedValue,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setPendingValue(currentTarget.checked)
      save(currentTarget.checked, () => setPendingValue(undefined))
    },
  }
}
