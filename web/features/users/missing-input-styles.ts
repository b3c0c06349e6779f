/** Styles that highlight an input for a missing country or club. */
export const missingInputStyles = {
  input: { background: 'var(--highlight)', borderColor: 'var(--mantine-color-emas-7)' },
}
