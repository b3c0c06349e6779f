import { type ChangeEvent, useState } from 'react'

/**
 * For a box that is saved as it is ticked: the tick shows from the click until it is known whether it was saved, then
 * what is stored. A state of its own, because a mutation says only a moment later that it runs; until then the tick
 * would be gone again.
 */
export function useTick(isStored: boolean, save: (isOn: boolean, onSettled: () => void) => void) {
  const [ticked, setTicked] = useState<boolean>()
  return {
    checked: ticked ?? isStored,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setTicked(currentTarget.checked)
      save(currentTarget.checked, () => setTicked(undefined))
    },
  }
}
