/** Styles that highlight the input for a missing country or club of a user. */
export const missingInputStyles = {
  input: { background: 'var(--highlight)', borderColor: 'var(--mantine-color-emas-7)' },
}
