import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is too narrow for a sidebar and for pages with two columns. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false })
