import { Box, Flex } from '@mantine/core'
import type { ReactNode } from 'react'

/** Width of the dot that separates two texts, including the gaps on both sides. */
const dotWidth = '0.8em'

/**
 * Block of short texts separated by "·", without the empty ones. Lines break only between the texts. The dot at such a
 * break lies outside the block and is clipped, so that no line begins or ends with a dot.
 */
export function DotSeparatedList({ parts }: { parts: ReactNode[] }) {
  return (
    <Box component="span" display="block" style={{ overflow: 'hidden' }}>
      <Flex component="span" wrap="wrap" ml={`-${dotWidth}`}>
        {parts.filter(Boolean).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no identity besides their position
          <Flex key={index} component="span">
            <Box component="span" flex="none" w={dotWidth} ta="center">
              {index > 0 && ' · '}
            </Box>
            <Box component="span" miw={0}>
              {part}
            </Box>
          </Flex>
        ))}
      </Flex>
    </Box>
  )
}
