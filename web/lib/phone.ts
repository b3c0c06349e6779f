import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone; stylesheets say it as `max-width: 47.99em`. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
}
