import { Box, Card, type CardProps, Flex, Skeleton, Stack } from '@mantine/core'

/** Placeholder for a name above a dimmed second line, shown while a list loads. */
export function RowSkeletonLines({ isWide }: { isWide: boolean }) {
  return (
    <div>
      <Skeleton height={12} maw={isWide ? 200 : 150} mb={8} />
      <Skeleton height={10} maw={isWide ? 110 : 140} opacity={0.6} />
    </div>
  )
}

/** Placeholder of a loading list: rows with two lines each, by default with an image and in a card. */
export function RowsSkeleton({
  rows = 5,
  hasImages = true,
  isSquare = false,
  hasEnd = false,
}: {
  rows?: number
  hasImages?: boolean
  /** Whether the image placeholders are rounded squares instead of circles. */
  isSquare?: boolean
  /** Whether each placeholder row ends with the placeholder of a short text, such as an amount. */
  hasEnd?: boolean
}) {
  const list = Array.from({ length: rows }, (_, index) => index).map(row => (
    <Flex key={row} gap={12} align="center" h={72} px={hasImages ? 14 : 20}>
      {hasImages && <Skeleton height={40} width={40} radius={isSquare ? 12 : 20} />}
      <Box flex={1}>
        <RowSkeletonLines isWide={row % 2 === 0} />
      </Box>
      {hasEnd && <Skeleton height={12} width={64} />}
    </Flex>
  ))
  return (
    <Card padding={0} aria-busy>
      {list}
    </Card>
  )
}

const lineWidths = ['45%', '75%', '60%', '85%', '50%']

/**
 * Placeholder of a loading card with lines of text. `cover` (height in pixels) adds a cover image, and `hasButton` a
 * button at the end.
 */
export function CardSkeleton({
  cover,
  lines = 3,
  hasButton = false,
  ...cardProps
}: { cover?: number; lines?: number; hasButton?: boolean } & CardProps) {
  return (
    <Card padding={cover ? 0 : 'lg'} {...cardProps} aria-busy>
      {cover && <Box h={cover} bg="var(--line)" opacity={0.5} />}
      <Stack gap={14} p={cover ? 20 : 0}>
        {cover && <Skeleton width={58} height={64} radius={14} mt={-46} />}
        {Array.from({ length: lines }, (_, line) => line).map(line => (
          <Skeleton key={line} height={line === 0 ? 18 : 12} width={lineWidths[line % 5]} />
        ))}
        {hasButton && <Skeleton h={{ base: 44, sm: 36 }} w={{ sm: 90 }} ml={{ sm: 'auto' }} />}
      </Stack>
    </Card>
  )
}
