/** What was said at a door and not sent yet lies here, each person's under their own name. */
export const marksPlace = 'perantau-check-ins-'

let isLeft = false

/** Whoever was signed in has left: nothing of theirs is written down any more, until there is a new page. */
export const hasLeft = () => isLeft

export function forgetMarks(): void {
  isLeft = true
  for (const name of Object.keys(localStorage)) if (name.startsWith(marksPlace)) localStorage.removeItem(name)
}
