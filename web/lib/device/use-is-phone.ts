import { useMediaQuery } from '@mantine/hooks'

/** Returns true if the window is as narrow as a phone. Stylesheets use the same limit, `max-width: 47.99em`. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
}
