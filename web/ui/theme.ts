import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { createElement } from 'react'

/** Primary colour: teal ("laut" is Malay for sea). */
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

/** Accent colour: gold ("emas" is Malay for gold). */
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

/** Mantine's red, darkened from index 7 on so that white text on a red background is readable. */
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
    // A dialog's header must not be announced as the page's banner landmark.
    Modal: { defaultProps: { centered: true, radius: 16, ...dialog } },
    Drawer: { defaultProps: dialog },
    // Mantine's default arrow of select fields would pull in the styles of the Combobox.
    NativeSelect: {
      defaultProps: { rightSection: createElement(IconSelector, { size: 16, 'aria-hidden': true }) },
    },
    // The description of a form field is placed below the input.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Card: { defaultProps: { withBorder: true, radius: 16, padding: 'lg' } },
  },
})

/** Overrides of Mantine's colours that do not reach a contrast of 4.5:1. */
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
    // White text needs darker fills than this theme's primary shade in the dark scheme.
    '--mantine-color-laut-filled': laut[7],
    '--mantine-color-laut-filled-hover': laut[8],
    '--mantine-color-red-filled': red[7],
    '--mantine-color-red-filled-hover': red[8],
  },
})
