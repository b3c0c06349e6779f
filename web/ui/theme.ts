import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import { IconInfoCircle, IconSelector } from '@tabler/icons-react'
import { createElement } from 'react'
import { commonText } from '#texts/common.ts'
import { dark, emas, laut, light, red, variables } from './colours.ts'

const getDialogProps = () => ({
  attributes: { header: { role: 'presentation' } },
  closeButtonProps: { 'aria-label': commonText.close },
  transitionProps: { duration: 150 },
  styles: { title: { fontWeight: 700, overflowWrap: 'anywhere' } },
})

export const theme = createTheme({
  colors: { laut, emas, red },
  primaryColor: 'laut',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'var(--web-font), "Jakarta Fallback", "Jakarta Fallback Wide", system-ui, sans-serif',
  headings: { fontWeight: '700', textWrap: 'balance' },
  components: {
    MenuSub: { defaultProps: { openDelay: 100 } },
    // The header of a dialog is no <header> element, which screen readers would announce as the page's banner.
    Modal: { defaultProps: () => ({ centered: true, radius: 16, ...getDialogProps() }) },
    Drawer: { defaultProps: getDialogProps },
    // The values of a MultiSelect have the text size of its options and are centred vertically in the field.
    MultiSelect: { styles: { input: { display: 'grid', alignItems: 'center' } } },
    Pill: { styles: { root: { height: 24, fontSize: 14 }, remove: { '--cb-icon-size': '14px' } } },
    // Select fields do not use Mantine's default arrow, which would load the styles of the Combobox.
    NativeSelect: {
      defaultProps: { rightSection: createElement(IconSelector, { size: 16, 'aria-hidden': true }) },
    },
    // The description of a form field is placed below its input.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    // Without a border, the background of a segmented control hardly differs from the page.
    SegmentedControl: { defaultProps: { bd: '1px solid var(--line)' } },
    Alert: { defaultProps: { radius: 12, icon: createElement(IconInfoCircle, { 'aria-hidden': true }) } },
    Card: { defaultProps: { withBorder: true, radius: 16, padding: 'lg' } },
  },
})

/** Colours that Mantine lacks, and replacements for Mantine colours whose contrast is below 4.5:1. */
export const resolveVariables: CSSVariablesResolver = () => ({ variables, light, dark })
