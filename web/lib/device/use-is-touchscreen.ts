import { useMediaQuery } from '@mantine/hooks'

/** Whether the user points with a finger. The first render already has the value, so the layout does not shift. */
export const useIsTouchscreen = (): boolean =>
  useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
