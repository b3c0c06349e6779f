import { Card, Skeleton } from '@mantine/core'
import { Columns } from '#web/ui/layout/Columns.tsx'

/** Placeholder of a name above a dimmed second line. */
export function SkeletonLines({ isWide }: { isWide: boolean }) {
  return (
    <div>
      <Skeleton height={12} maw={isWide ? 200 : 150} mb={8} />
      <Skeleton height={10} maw={isWide ? 110 : 140} opacity={0.6} />
    </div>
  )
}

/** Placeholder of a list of rows with an image and two lines each. */
export function RowsSkeleton() {
  return (
    <Card padding={0} aria-busy>
      {[0, 1, 2, 3, 4].map(row => (
        <Columns key={row} template="40px 1fr" gap={12} align="center" h={72} px={20}>
          <Skeleton height={40} circle />
          <SkeletonLines isWide={row % 2 === 0} />
        </Columns>
      ))}
    </Card>
  )
}
