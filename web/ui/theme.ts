import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { createElement } from 'react'

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

/** Gold, for the rare accent. */
const emas: MantineColorsTuple = [
  '#fff8e1',
  '#ffefcc',
  '#ffdd9b',
  '#ffca64',
  '#ffba38',
  '#ffb01b',
  '#ffab09',
  '#e39500',
  '#ca8500',
  '#af7100',
]

/** The library's own, but dark enough from the seventh on for white letters. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#fa5252',
  '#c92a2a',
  '#b02525',
  '#9b1c1c',
]

const dialog = {
  attributes: { header: { role: 'presentation' } },
  closeButtonProps: { 'aria-label': 'Tutup' },
  transitionProps: { duration: 150 },
  styles: { title: { fontWeight: 700, overflowWrap: 'anywhere' } },
}

export const theme = createTheme({
  colors: { laut, emas, red },
  primaryColor: 'laut',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily:
    '"Plus Jakarta Sans Variable", "Jakarta Fallback", "Jakarta Fallback Wide", system-ui, sans-serif',
  headings: { fontWeight: '700' },
  components: {
    MenuSub: { defaultProps: { openDelay: 100 } },
    // A dialog's head is no banner of the page.
    Modal: { defaultProps: { centered: true, radius: 16, ...dialog } },
    Drawer: { defaultProps: dialog },
    // The library's own arrow needs the styles of a whole list box.
    NativeSelect: {
      defaultProps: { rightSection: createElement(IconSelector, { size: 16, 'aria-hidden': true }) },
    },
    // Help stands below what it helps with.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Card: { defaultProps: { withBorder: true, radius: 16, padding: 'lg' } },
  },
})

/** Where the library's own choices do not reach 4.5 to 1. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5b6470',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-anchor': laut[8],
  },
  dark: {
    '--mantine-color-dimmed': '#a6acb3',
    '--mantine-color-error': '#ff8787',
    // White letters stand on them, which the lighter sea and red of this theme do not carry.
    '--mantine-color-laut-filled': laut[7],
    '--mantine-color-laut-filled-hover': laut[8],
    '--mantine-color-red-filled': red[7],
    '--mantine-color-red-filled-hover': red[8],
  },
})
