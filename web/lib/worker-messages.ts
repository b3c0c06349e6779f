/** What a page says to the worker that waits: go on, in place of the one before. */
export const takeOver = 'take-over'
