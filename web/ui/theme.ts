import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** The sea. */
const laut: MantineColorsTuple = [
  '#e9f6f5',
  '#d3ebe9',
  '#a6d7d3',
  '#74c1bb',
  '#4dafa7',
  '#34a39b',
  '#229991',
  '#12807a',
  '#0b6f6a',
  '#005e59',
]

export const theme = createTheme({
  colors: { laut },
  primaryColor: 'laut',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  defaultRadius: 'md',
  respectReducedMotion: true,
  fontFamily: '"Plus Jakarta Sans Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  headings: { fontWeight: '700' },
})
